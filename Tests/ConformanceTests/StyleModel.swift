import TestSupport

/// How buttons of the five styles must look, worked out from the specification's tables alone: states,
/// displays, types, in plain arithmetic.
struct StyleModel {
  /// The four kinds of display, with their traits.
  enum Display: String, CaseIterable {
    case light = "{}"
    case dark = #"{"userInterfaceStyle":"dark"}"#
    case high = #"{"contrast":"high"}"#
    case large = #"{"contentSize":"XXXL"}"#
  }

  /// What a button is doing; it is not pressed while it is disabled.
  struct State {
    var isDisabled = false
    var isSelected = false
    var isPressed = false
  }

  /// What decides about a themed button.
  struct Theme {
    var type = "primary"
    var display = "default"
    var size = "default"
    var isBouncy = false
    var isFullWidth = false
  }

  /// A colour of 0xRRGGBB with an alpha.
  private struct Ink {
    var rgb: Int
    var alpha = 1.0

    func opacity(_ factor: Double) -> Ink { Ink(rgb: rgb, alpha: alpha * factor) }

    /// `#RRGGBBAA`, rounded once, half up.
    var hex: JSONTree {
      let digits = String(rgb << 8 | Int((alpha * 255 + 0.5).rounded(.down)), radix: 16)
      let zeros = String(repeating: "0", count: 8 - digits.count)
      return .string("#" + zeros + digits.uppercased())
    }

    /// Each channel times 1 − amount.
    func darker(_ amount: Double) -> Ink {
      let channels = [16, 8, 0].map { shift in
        Int((Double(rgb >> shift & 0xFF) * (1 - amount) + 0.5).rounded(.down)) << shift
      }
      return Ink(rgb: channels.reduce(0, +), alpha: alpha)
    }
  }

  /// Light, dark, and light with raised contrast.
  private static let colors: [String: [Int]] = [
    "blue": [0x007AFF, 0x0A84FF, 0x0040DD], "green": [0x34C759, 0x30D158, 0x248A3D],
    "gray": [0x8E8E93, 0x8E8E93, 0x6C6C70], "orange": [0xFF9500, 0xFF9F0A, 0xC93400],
    "red": [0xFF3B30, 0xFF453A, 0xD70015], "pink": [0xFF2D55, 0xFF375F, 0xD30F45],
    "gray5": [0xE5E5EA, 0x2C2C2E, 0xD8D8DC], "gray6": [0xF2F2F7, 0x1C1C1E, 0xEBEBF0],
    "white": [0xFFFFFF, 0xFFFFFF, 0xFFFFFF], "black": [0, 0, 0], "label": [0, 0xFFFFFF, 0],
    // At 0.3 of the alpha, as section 1.5 has it.
    "tertiaryLabel": [0x3C3C43, 0xEBEBF5, 0x3C3C43],
  ]

  /// The types of the themed library: the colour of each, what multiplies its alpha, and its partner.
  static let types: [String: (primary: String, opacity: Double, secondary: String)] = [
    "primary": ("blue", 1, "white"), "success": ("green", 1, "white"),
    "info": ("blue", 0.6, "white"), "light": ("gray", 0.2, "blue"),
    "warning": ("orange", 1, "white"),
    "danger": ("red", 1, "white"), "dark": ("black", 1, "white"),
  ]
  static let displays = ["default", "transparent", "outline", "rounded"]
  /// Points at the usual size, and at XXXL: times 23/17, in whole points.
  static let sizes = ["small": (12.0, 16.0), "default": (17.0, 23.0), "large": (28.0, 38.0)]

  let display: Display

  private func ink(_ name: String) -> Ink {
    let place = display == .dark ? 1 : display == .high ? 2 : 0
    return Ink(rgb: Self.colors[name]?[place] ?? 0)
  }

  private static let clear = JSONTree.string("#00000000")

  /// The same distance on all sides, or one above and below and another before and behind.
  private static func insets(_ block: Int64, _ inline: Int64) -> [String: JSONTree] {
    [
      "insetTop": .int(block), "insetLeading": .int(inline), "insetBottom": .int(block),
      "insetTrailing": .int(inline),
    ]
  }

  /// A look with the same padding on all sides.
  private func padded(_ points: Int64, _ look: [String: JSONTree]) -> [String: JSONTree] {
    look.merging(Self.insets(points, points)) { first, _ in first }
  }

  private func number(_ number: Double, unless usual: Double) -> JSONTree {
    if number == usual { return .null }
    return number == number.rounded() ? .int(Int64(number)) : .double(number)
  }

  /// Section 3: the states match exactly.
  func outline(_ state: State) -> [String: JSONTree] {
    let base = ink("pink")
    var look: [String: JSONTree] = [
      "strokeColor": ink("gray5").hex, "titleColor": base.hex, "backgroundColor": Self.clear,
      "strokeWidth": .int(1), "cornerRadius": .int(20), "opacity": .null, "scale": .null,
    ]
    switch (state.isDisabled, state.isSelected, state.isPressed) {
    case (false, false, true): look["backgroundColor"] = Ink(rgb: base.rgb, alpha: 0.3).hex
    case (false, true, let isPressed):
      look["strokeColor"] = .null
      look["titleColor"] = ink("white").hex
      look["backgroundColor"] = (isPressed ? base.darker(0.25) : base).hex
    case (true, false, _):
      look["strokeColor"] = ink("gray6").hex
      look["titleColor"] = Ink(rgb: base.rgb, alpha: 0.3).hex
    case (false, false, false), (true, true, _): break
    }
    return look.merging(Self.insets(7, 12)) { first, _ in first }
  }

  /// Section 5; the text of a disabled button is dimmed as system styles dim it.
  func defaultStyle(_ state: State) -> [String: JSONTree] {
    let look: [String: JSONTree] = [
      "backgroundColor": Self.clear, "opacity": number(state.isPressed ? 0.2 : 1, unless: 1),
      "scale": .null,
      "titleColor":
        (state.isDisabled ? ink("tertiaryLabel").opacity(0.3) : ink("blue")).hex,
    ]
    return padded(0, look)
  }

  func plainStyle(_ state: State) -> [String: JSONTree] {
    let opacity = state.isDisabled ? 0.5 : state.isPressed ? 0.75 : 1
    let look: [String: JSONTree] = [
      "backgroundColor": Self.clear, "titleColor": ink("label").hex,
      "opacity": number(opacity, unless: 1), "scale": .null,
    ]
    return padded(0, look)
  }

  /// Section 4, both versions.
  func scaleStyle(_ state: State, amount: Double) -> [String: JSONTree] {
    let look: [String: JSONTree] = [
      "titleColor": ink(state.isDisabled ? "gray" : "blue").hex, "backgroundColor": Self.clear,
      "opacity": number(state.isPressed ? 0.5 : 1, unless: 1),
      "scale": number(state.isPressed ? amount : 1, unless: 1),
    ]
    return padded(15, look)
  }

  /// Section 6.
  func themed(_ state: State, _ theme: Theme) -> [String: JSONTree] {
    guard let type = Self.types[theme.type], let size = Self.sizes[theme.size] else { return [:] }
    let primary = ink(type.primary).opacity(type.opacity)
    let secondary = ink(type.secondary)
    let isInverted = theme.display == "transparent" || theme.display == "outline"
    let fill = isInverted ? secondary : primary
    let radius = JSONTree.int(theme.display == "rounded" ? 40 : 6)
    let opacity = state.isDisabled ? 0.5 : state.isPressed ? 0.7 : 1
    let look: [String: JSONTree] = [
      "titleColor": (isInverted ? primary : secondary).hex, "backgroundColor": fill.hex,
      "strokeColor": theme.display == "outline" ? primary.hex : .null, "strokeWidth": .int(1),
      "cornerRadius": radius,
      "shadowColor": state.isDisabled ? .null : fill.opacity(0.2).hex,
      "shadowRadius": state.isDisabled ? .null : radius,
      "shadowY": state.isDisabled ? .null : .int(5),
      "titleFontSize": .int(Int64(display == .large ? size.1 : size.0)),
      "isFullWidth": theme.isFullWidth ? .bool(true) : .null,
      "opacity": number(opacity, unless: 1),
      "scale": number(state.isPressed && theme.isBouncy ? 0.8 : 1, unless: 1),
    ]
    return padded(16, look)
  }

  /// A capsule of tint and white, which change places when it is selected; the text is dimmed as plain dims
  /// it.
  func pill(_ state: State) -> [String: JSONTree] {
    let (blue, white) = (ink("blue"), ink("white"))
    let fill = state.isSelected ? white : blue
    let text = state.isSelected ? blue : white
    let look: [String: JSONTree] = [
      "backgroundColor":
        (state.isDisabled ? fill.opacity(0.25) : state.isPressed ? fill.darker(0.25) : fill).hex,
      "titleColor":
        (state.isDisabled
        ? ink("tertiaryLabel").opacity(0.3) : text.opacity(state.isPressed ? 0.75 : 1)).hex,
      "cornerShape": .string("capsule"), "strokeColor": .null,
    ]
    return look.merging(Self.insets(7, 12)) { first, _ in first }
  }

  /// Section 2, the system style gray.
  func clock(_ state: State) -> [String: JSONTree] {
    let blue = ink("blue")
    let isDark = display == .dark
    let fill: Ink
    switch (state.isDisabled, state.isSelected, state.isPressed) {
    case (false, false, false): fill = Ink(rgb: 0x787880, alpha: isDark ? 0.32 : 0.16)
    case (false, true, false): fill = blue.opacity(isDark ? 0.25 : 0.18)
    case (false, true, true): fill = blue.opacity(isDark ? 0.18 : 0.12)
    case (true, _, _), (false, false, true): fill = Ink(rgb: 0x767680, alpha: isDark ? 0.24 : 0.12)
    }
    let look: [String: JSONTree] = [
      "backgroundColor": fill.hex,
      "titleColor":
        (state.isDisabled
        ? ink("tertiaryLabel").opacity(0.3) : blue.opacity(state.isPressed ? 0.75 : 1)).hex,
    ]
    return look.merging(Self.insets(7, 12)) { first, _ in first }
  }

  /// N6.
  func green(_ state: State) -> [String: JSONTree] {
    let look: [String: JSONTree] = [
      "titleColor": ink("white").hex, "backgroundColor": ink("green").hex,
      "opacity": number(state.isDisabled ? 0.5 : state.isPressed ? 0.7 : 1, unless: 1),
      "scale": number(state.isPressed ? 0.8 : 1, unless: 1),
    ]
    return padded(16, look)
  }
}
