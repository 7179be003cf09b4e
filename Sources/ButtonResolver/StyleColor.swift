import ButtonModel

/// A colour as a system style knows it: made of a base colour or a name, at an opacity.
struct StyleColor: Sendable {
  private enum Base: Sendable {
    case none, foreground, background
  }

  private let base: Base
  private let name: NamedColor
  private var lightOpacity = 1.0
  private var darkOpacity = 1.0

  /// A named colour, whatever the base colours are.
  static func named(_ name: NamedColor) -> StyleColor { StyleColor(base: .none, name: name) }

  /// The base foreground colour, or what holds without one.
  static func foreground(or name: NamedColor = .tint) -> StyleColor {
    StyleColor(base: .foreground, name: name)
  }

  /// The base background colour, or what holds without one.
  static func background(or name: NamedColor = .tint) -> StyleColor {
    StyleColor(base: .background, name: name)
  }

  private init(base: Base, name: NamedColor) {
    self.base = base
    self.name = name
  }

  /// The same colour with its alpha multiplied; `dark` is for dark displays where it differs.
  func at(_ opacity: Double, dark: Double? = nil) -> StyleColor {
    var color = self
    color.lightOpacity = opacity
    color.darkOpacity = dark ?? opacity
    return color
  }

  /// How the colour is made, as the published table writes it:
  /// `baseBackgroundColor ?? tint, opacity 0.18, in dark 0.25`.
  var text: String {
    var text =
      switch base {
      case .none: name.name
      case .foreground: "baseForegroundColor ?? \(name.name)"
      case .background: "baseBackgroundColor ?? \(name.name)"
      }
    if lightOpacity != 1 || darkOpacity != 1 { text += ", opacity \(lightOpacity)" }
    if darkOpacity != lightOpacity { text += ", in dark \(darkOpacity)" }
    return text
  }

  /// The colour on a display, given the base colours as they now stand and what stands for the tint.
  func components(
    baseForeground: Color?, baseBackground: Color?, accent: NamedColor, traits: ResolvedTraits
  ) -> ResolvedColor {
    let base: Color? =
      switch self.base {
      case .none: nil
      case .foreground: baseForeground
      case .background: baseBackground
      }
    let opacity = traits.isDark ? darkOpacity : lightOpacity
    let plain = traits[name == .tint ? accent : name]
    return (base.map { traits.components($0) } ?? plain).opacity(opacity)
  }
}
