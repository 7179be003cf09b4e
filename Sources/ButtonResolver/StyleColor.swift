import ButtonModel

/// A system style's colour: a base colour or a name, at an opacity.
struct StyleColor: Sendable {
  private enum Base: Sendable {
    case none, foreground, background
  }

  private let base: Base
  private let name: NamedColor
  /// Replaces the name at raised contrast.
  private var raisedName: NamedColor
  private var lightOpacity = 1.0
  private var darkOpacity = 1.0
  /// The opacity at raised contrast; nil for no difference.
  private var raisedOpacity: Double?

  static func named(_ name: NamedColor) -> StyleColor { StyleColor(base: .none, name: name) }

  /// The base foreground colour, or `name` without one.
  static func foreground(or name: NamedColor = .tint) -> StyleColor {
    StyleColor(base: .foreground, name: name)
  }

  /// The base background colour, or `name` without one; `raised` replaces `name` at raised
  /// contrast.
  static func background(or name: NamedColor = .tint, raised: NamedColor? = nil) -> StyleColor {
    var color = StyleColor(base: .background, name: name)
    color.raisedName = raised ?? name
    return color
  }

  private init(base: Base, name: NamedColor) {
    self.base = base
    self.name = name
    raisedName = name
  }

  /// Multiplies alpha; `dark` is for dark displays, `raised` for raised contrast.
  func at(_ opacity: Double, dark: Double? = nil, raised: Double? = nil) -> StyleColor {
    var color = self
    color.lightOpacity = opacity
    color.darkOpacity = dark ?? opacity
    color.raisedOpacity = raised
    return color
  }

  /// As in the published table: `baseBackgroundColor ?? tint, opacity 0.18, in dark 0.25`.
  var text: String {
    var text =
      switch base {
      case .none: name.name
      case .foreground: "baseForegroundColor ?? \(name.name)"
      case .background: "baseBackgroundColor ?? \(name.name)"
      }
    if raisedName != name { text += ", raised \(raisedName.name)" }
    if lightOpacity != 1 || darkOpacity != 1 { text += ", opacity \(lightOpacity)" }
    if darkOpacity != lightOpacity { text += ", in dark \(darkOpacity)" }
    if let raisedOpacity { text += ", raised opacity \(raisedOpacity)" }
    return text
  }

  /// `accent` replaces the tint.
  func components(
    baseForeground: Color?, baseBackground: Color?, accent: NamedColor, traits: ResolvedTraits
  ) -> ResolvedColor {
    let base: Color? =
      switch self.base {
      case .none: nil
      case .foreground: baseForeground
      case .background: baseBackground
      }
    var name = name
    var opacity = traits.isDark ? darkOpacity : lightOpacity
    if traits.traits.contrast == .high {
      name = raisedName
      if let raisedOpacity { opacity = raisedOpacity }
    }
    let plain = traits[name == .tint ? accent : name]
    return (base.map { traits.components($0) } ?? plain).opacity(opacity)
  }
}
