/// A colour that depends on the traits.
///
/// Members stay as written: a named colour with alpha must not be rounded before all calculations.
public final class DynamicColor: Hashable, Sendable {
  /// Fixed or named, never dynamic or `tint`.
  public let members: Members
  /// After fallbacks: light, dark, high-contrast light, high-contrast dark.
  private let resolved: (ResolvedColor, ResolvedColor, ResolvedColor, ResolvedColor)

  /// One colour per kind of display; high contrast falls back to normal contrast, dark to light.
  public typealias Members = (
    light: Color, dark: Color?, highContrastLight: Color?, highContrastDark: Color?
  )

  /// All in 0xRRGGBBAA.
  public convenience init(
    light: UInt32, dark: UInt32? = nil, highContrastLight: UInt32? = nil,
    highContrastDark: UInt32? = nil
  ) {
    self.init(
      checked: (
        .rgba(light), dark.map { .rgba($0) }, highContrastLight.map { .rgba($0) },
        highContrastDark.map { .rgba($0) }
      ))
  }

  /// Each named member takes its own display's value. Nil if a member is dynamic or `tint`.
  public convenience init?(
    light: Color, dark: Color? = nil, highContrastLight: Color? = nil,
    highContrastDark: Color? = nil
  ) {
    for member in [light, dark, highContrastLight, highContrastDark] {
      switch member {
      case nil, .rgba?, .named?: if member == .named(.tint) { return nil }
      case .dynamic?: return nil
      }
    }
    self.init(checked: (light, dark, highContrastLight, highContrastDark))
  }

  private init(checked members: Members) {
    self.members = members
    func value(_ color: Color?, _ style: UserInterfaceStyle, _ contrast: Contrast) -> ResolvedColor?
    {
      color?.components(for: Traits(userInterfaceStyle: style, contrast: contrast))
    }
    let light = value(members.light, .light, .normal) ?? .clear
    let dark = value(members.dark, .dark, .normal) ?? light
    resolved = (
      light, dark, value(members.highContrastLight, .light, .high) ?? light,
      value(members.highContrastDark, .dark, .high) ?? dark
    )
  }

  public subscript(style: UserInterfaceStyle, contrast: Contrast) -> ResolvedColor {
    switch (style, contrast) {
    case (.light, .normal): resolved.0
    case (.dark, .normal): resolved.1
    case (.light, .high): resolved.2
    case (.dark, .high): resolved.3
    }
  }

  /// 0xRRGGBBAA for light and normal contrast.
  public var light: UInt32 { resolved.0.rgba }
  /// 0xRRGGBBAA; nil if it falls back.
  public var dark: UInt32? { members.dark == nil ? nil : resolved.1.rgba }
  /// 0xRRGGBBAA; nil if it falls back.
  public var highContrastLight: UInt32? {
    members.highContrastLight == nil ? nil : resolved.2.rgba
  }
  /// 0xRRGGBBAA; nil if it falls back.
  public var highContrastDark: UInt32? { members.highContrastDark == nil ? nil : resolved.3.rgba }

  public static func == (a: DynamicColor, b: DynamicColor) -> Bool { a.members == b.members }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(members.light)
    hasher.combine(members.dark)
    hasher.combine(members.highContrastLight)
    hasher.combine(members.highContrastDark)
  }
}
