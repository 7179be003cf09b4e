// What people who know SwiftUI and UIKit type, and has another name here: the compiler says which. None of it
// can be used.

extension Color {
  @available(*, unavailable, renamed: "systemBlue")
  public static var blue: Color { .systemBlue }
  @available(*, unavailable, renamed: "systemBrown")
  public static var brown: Color { .systemBrown }
  @available(*, unavailable, renamed: "systemCyan")
  public static var cyan: Color { .systemCyan }
  @available(*, unavailable, renamed: "systemGray")
  public static var gray: Color { .systemGray }
  @available(*, unavailable, renamed: "systemGreen")
  public static var green: Color { .systemGreen }
  @available(*, unavailable, renamed: "systemIndigo")
  public static var indigo: Color { .systemIndigo }
  @available(*, unavailable, renamed: "systemMint")
  public static var mint: Color { .systemMint }
  @available(*, unavailable, renamed: "systemOrange")
  public static var orange: Color { .systemOrange }
  @available(*, unavailable, renamed: "systemPink")
  public static var pink: Color { .systemPink }
  @available(*, unavailable, renamed: "systemPurple")
  public static var purple: Color { .systemPurple }
  @available(*, unavailable, renamed: "systemRed")
  public static var red: Color { .systemRed }
  @available(*, unavailable, renamed: "systemTeal")
  public static var teal: Color { .systemTeal }
  @available(*, unavailable, renamed: "systemYellow")
  public static var yellow: Color { .systemYellow }
  @available(*, unavailable, renamed: "label")
  public static var primary: Color { .label }
  @available(*, unavailable, renamed: "secondaryLabel")
  public static var secondary: Color { .secondaryLabel }
  @available(*, unavailable, renamed: "tint")
  public static var accentColor: Color { .tint }

  @available(*, unavailable, renamed: "withAlpha(_:)")
  public func withAlphaComponent(_ alpha: Double) -> Color { withAlpha(alpha) }
}

extension Context {
  @available(*, unavailable, renamed: "isHighlighted")
  public var isPressed: Bool { isHighlighted }
  @available(*, unavailable, message: "ask isEnabled, which is its opposite")
  public var isDisabled: Bool { !isEnabled }
  @available(*, unavailable, renamed: "isDark")
  public var colorScheme: Bool { isDark }
}

extension Look {
  @available(
    *, unavailable,
    message: "set background.cornerRadius, which shows where cornerStyle is fixed or dynamic"
  )
  public var cornerRadius: Double? {
    get { background.cornerRadius }
    nonmutating set { background.cornerRadius = newValue }
  }

  @available(
    *, unavailable,
    message: "set background.cornerRadius, which shows where cornerStyle is fixed or dynamic"
  )
  public func cornerRadius(_ radius: Double) { background.cornerRadius = radius }

  @available(
    *, unavailable,
    message: "set titleTextStyle, or titleFontSize, titleFontWeight and titleFontDesign"
  )
  public var font: TextStyle? {
    get { titleTextStyle }
    nonmutating set { titleTextStyle = newValue }
  }

  @available(
    *, unavailable,
    message: "set titleTextStyle, or titleFontSize, titleFontWeight and titleFontDesign"
  )
  public func font(_ style: TextStyle?) { titleTextStyle = style }

  @available(*, unavailable, message: "call contentInsets.set(_:), or set its edges")
  public var padding: Double? {
    get { contentInsets.top }
    nonmutating set { if let newValue { contentInsets.set(newValue) } }
  }

  @available(*, unavailable, message: "call contentInsets.set(_:), or set its edges")
  public func padding(_ length: Double = 16) { contentInsets.set(length) }

  @available(*, unavailable, renamed: "background.color")
  public var backgroundColor: Color? {
    get { background.color }
    nonmutating set { background.color = newValue }
  }

  @available(*, unavailable, renamed: "foregroundColor")
  public var tint: Color? {
    get { foregroundColor }
    nonmutating set { foregroundColor = newValue }
  }

  @available(*, unavailable, renamed: "foregroundColor")
  public var foregroundStyle: Color? {
    get { foregroundColor }
    nonmutating set { foregroundColor = newValue }
  }

  @available(*, unavailable, renamed: "background.strokeColor")
  public var borderColor: Color? {
    get { background.strokeColor }
    nonmutating set { background.strokeColor = newValue }
  }

  @available(*, unavailable, renamed: "background.strokeWidth")
  public var borderWidth: Double? {
    get { background.strokeWidth }
    nonmutating set { background.strokeWidth = newValue }
  }

  @available(*, unavailable, renamed: "scale")
  public var scaleEffect: Double? {
    get { scale }
    nonmutating set { scale = newValue }
  }

  @available(*, unavailable, renamed: "titleFontWeight")
  public var fontWeight: FontWeight? {
    get { titleFontWeight }
    nonmutating set { titleFontWeight = newValue }
  }

  @available(*, unavailable, renamed: "title")
  public var label: String? {
    get { title }
    nonmutating set { title = newValue }
  }
}
