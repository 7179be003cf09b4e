/// The members of an appearance in JSON, in the order in which they are written.
public enum AppearanceKey: UInt8, Hashable, Sendable, CaseIterable {
  case isEnabled, isSelected, isHighlighted, isFocused, isBusy, role
  case title, titleRuns, titleColor, titleFontSize, titleFontWeight, titleTextStyle, titleFontDesign
  case titleItalic, titleMonospacedDigits, titleUnderline
  case titleStrikethrough, titleLineBreakMode
  case subtitle, subtitleColor, subtitleFontSize, subtitleFontWeight, subtitleTextStyle
  case subtitleFontDesign, subtitleItalic, subtitleMonospacedDigits, subtitleUnderline
  case subtitleStrikethrough, subtitleLineBreakMode, titlePadding, titleAlignment
  case contentTransition
  case imageName, imageColor, imagePlacement, imagePadding, imageReservation
  case symbolEffect, symbolEffectValue
  case imageSize, imageWeight, imageRenderingMode
  case showsActivityIndicator, activityIndicatorColor, indicator, indicatorColor
  case progress, progressColor
  case backgroundColor, cornerShape, cornerRadius, isCircle, strokeColor, strokeWidth, strokeOutset
  case backgroundInsetTop, backgroundInsetLeading, backgroundInsetBottom, backgroundInsetTrailing
  case material, backgroundImageName, backgroundImageContentMode
  case shadowColor, shadowRadius, shadowX, shadowY
  case insetTop, insetLeading, insetBottom, insetTrailing, isFullWidth
  case opacity, scale
  case accessibilityLabel, accessibilityHint

  /// The member's name.
  public var name: String { "\(self)" }

  /// The member with a name; nil if there is none.
  public init?(name: UnsafeRawBufferPointer) {
    guard let index = AppearanceKey.index[name] else { return nil }
    self.init(rawValue: UInt8(index))
  }

  /// Whether the member is sent even with its default value.
  public var isAlwaysPresent: Bool {
    switch self {
    case .titleColor, .titleFontSize, .backgroundColor, .cornerShape, .cornerRadius, .insetTop,
      .insetLeading, .insetBottom, .insetTrailing:
      true
    default: false
    }
  }

  private static let index = NameIndex(names: allCases.map { UTF8String($0.name) })
}

/// A member of an appearance as clients see it: one value, by its name.
package struct AppearanceMember {
  /// The value, also at its default; nil is a text, a number or a choice that is not there.
  package let value: (Appearance) -> StateValue?
  /// Takes a value; leaves what stands where the value is not one of the member's.
  package let set: (inout Appearance, StateValue) -> Void
}

extension AppearanceKey {
  /// How the member is read and written; the runs of a title, which are more than one value, are not.
  package var member: AppearanceMember {
    switch self {
    case .isEnabled: .flag(\.isEnabled)
    case .isSelected: .flag(\.isSelected)
    case .isHighlighted: .flag(\.isHighlighted)
    case .isFocused: .flag(\.isFocused)
    case .isBusy: .flag(\.isBusy)
    case .role: .role
    case .title: .text(\.title)
    case .titleRuns: .runs
    case .titleColor: .color(\.titleColor)
    case .titleFontSize: .number(\.titleFontSize)
    case .titleFontWeight: .choice(\.titleFontWeight)
    case .titleTextStyle: .choice(\.titleTextStyle)
    case .titleFontDesign: .choice(\.titleFontDesign)
    case .titleItalic: .flag(\.titleItalic)
    case .titleMonospacedDigits: .flag(\.titleMonospacedDigits)
    case .titleUnderline: .flag(\.titleUnderline)
    case .titleStrikethrough: .flag(\.titleStrikethrough)
    case .titleLineBreakMode: .choice(\.titleLineBreakMode)
    case .subtitle: .text(\.subtitle)
    case .subtitleColor: .color(\.subtitleColor)
    case .subtitleFontSize: .number(\.subtitleFontSize)
    case .subtitleFontWeight: .choice(\.subtitleFontWeight)
    case .subtitleTextStyle: .choice(\.subtitleTextStyle)
    case .subtitleFontDesign: .choice(\.subtitleFontDesign)
    case .subtitleItalic: .flag(\.subtitleItalic)
    case .subtitleMonospacedDigits: .flag(\.subtitleMonospacedDigits)
    case .subtitleUnderline: .flag(\.subtitleUnderline)
    case .subtitleStrikethrough: .flag(\.subtitleStrikethrough)
    case .subtitleLineBreakMode: .choice(\.subtitleLineBreakMode)
    case .titlePadding: .number(\.titlePadding)
    case .titleAlignment: .choice(\.titleAlignment)
    case .contentTransition: .choice(\.contentTransition)
    case .imageName: .text(\.imageName)
    case .imageColor: .color(\.imageColor)
    case .imagePlacement: .choice(\.imagePlacement)
    case .imagePadding: .number(\.imagePadding)
    case .imageReservation: .number(\.imageReservation)
    case .symbolEffect: .choice(\.symbolEffect)
    case .symbolEffectValue: .text(\.symbolEffectValue)
    case .imageSize: .number(\.imageSize)
    case .imageWeight: .choice(\.imageWeight)
    case .imageRenderingMode: .choice(\.imageRenderingMode)
    case .showsActivityIndicator: .flag(\.showsActivityIndicator)
    case .activityIndicatorColor: .color(\.activityIndicatorColor)
    case .indicator: .choice(\.indicator)
    case .indicatorColor: .color(\.indicatorColor)
    case .progress: .number(\.progress)
    case .progressColor: .color(\.progressColor)
    case .backgroundColor: .color(\.backgroundColor)
    case .cornerShape: .choice(\.cornerShape)
    case .cornerRadius: .number(\.cornerRadius)
    case .isCircle: .flag(\.isCircle)
    case .strokeColor: .color(\.strokeColor)
    case .strokeWidth: .number(\.strokeWidth)
    case .strokeOutset: .number(\.strokeOutset)
    case .backgroundInsetTop: .number(\.backgroundInsetTop)
    case .backgroundInsetLeading: .number(\.backgroundInsetLeading)
    case .backgroundInsetBottom: .number(\.backgroundInsetBottom)
    case .backgroundInsetTrailing: .number(\.backgroundInsetTrailing)
    case .material: .text(\.material)
    case .backgroundImageName: .text(\.backgroundImageName)
    case .backgroundImageContentMode: .choice(\.backgroundImageContentMode)
    case .shadowColor: .color(\.shadowColor)
    case .shadowRadius: .number(\.shadowRadius)
    case .shadowX: .number(\.shadowX)
    case .shadowY: .number(\.shadowY)
    case .insetTop: .number(\.insetTop)
    case .insetLeading: .number(\.insetLeading)
    case .insetBottom: .number(\.insetBottom)
    case .insetTrailing: .number(\.insetTrailing)
    case .isFullWidth: .flag(\.isFullWidth)
    case .opacity: .number(\.opacity)
    case .scale: .number(\.scale)
    case .accessibilityLabel: .text(\.accessibilityLabel)
    case .accessibilityHint: .text(\.accessibilityHint)
    }
  }
}

extension AppearanceMember {
  fileprivate static var runs: Self {
    Self { _ in
      nil
    } set: { _, _ in
    }
  }

  fileprivate static var role: Self {
    Self {
      .string(UTF8String($0.role.rawValue))
    } set: { look, value in
      if case .string(let name) = value {
        look.role = ButtonRole(rawValue: name.string) ?? look.role
      }
    }
  }

  fileprivate static func flag(_ path: WritableKeyPath<Appearance, Bool>) -> Self {
    Self {
      .bool($0[keyPath: path])
    } set: { look, value in
      if case .bool(let flag) = value { look[keyPath: path] = flag }
    }
  }

  fileprivate static func number(_ path: WritableKeyPath<Appearance, Double>) -> Self {
    Self {
      .length($0[keyPath: path])
    } set: { look, value in
      if let number = value.length { look[keyPath: path] = number }
    }
  }

  fileprivate static func number(_ path: WritableKeyPath<Appearance, Double?>) -> Self {
    Self {
      $0[keyPath: path].map { .length($0) }
    } set: { look, value in
      if let number = value.length { look[keyPath: path] = number }
    }
  }

  fileprivate static func color(_ path: WritableKeyPath<Appearance, UInt32>) -> Self {
    Self {
      .color($0[keyPath: path])
    } set: { look, value in
      guard case .string(let hex) = value, let color = Color.rgba(hex: hex.string) else { return }
      look[keyPath: path] = color
    }
  }

  fileprivate static func text(_ path: WritableKeyPath<Appearance, UTF8String?>) -> Self {
    Self {
      $0[keyPath: path].map { .string($0) }
    } set: { look, value in
      if case .string(let text) = value { look[keyPath: path] = text }
    }
  }

  fileprivate static func choice<Choice: PropertyChoice>(
    _ path: WritableKeyPath<Appearance, Choice>
  ) -> Self {
    Self {
      .string($0[keyPath: path].name)
    } set: { look, value in
      if let choice = Choice(value) { look[keyPath: path] = choice }
    }
  }

  fileprivate static func choice<Choice: PropertyChoice>(
    _ path: WritableKeyPath<Appearance, Choice?>
  ) -> Self {
    Self {
      $0[keyPath: path].map { .string($0.name) }
    } set: { look, value in
      if let choice = Choice(value) { look[keyPath: path] = choice }
    }
  }
}

extension PropertyChoice {
  fileprivate init?(_ value: StateValue) {
    guard case .string(let name) = value else { return nil }
    self.init(name: name.string)
  }
}

extension StateValue {
  /// 0xRRGGBBAA as clients see it.
  package static func color(_ rgba: UInt32) -> StateValue { .string(UTF8String(Color.hex(rgba))) }

  /// A length as clients see it: without a point where it is whole.
  package static func length(_ length: Double) -> StateValue {
    let rounded = Appearance.rounded(length)
    return Int64(exactly: rounded).map { .int($0) } ?? .double(rounded)
  }

  /// A number as a length; nil for anything else.
  fileprivate var length: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number) where number.isFinite: number
    default: nil
    }
  }
}
