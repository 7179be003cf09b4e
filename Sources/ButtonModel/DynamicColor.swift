/// A colour that depends on the traits.
///
/// Members are kept as they were written, because a named colour with alpha must not be rounded
/// before all calculations are done.
public final class DynamicColor: Hashable, Sendable {
  /// The colours as they were written: fixed or named, never dynamic or `tint`.
  public let members: Members
  /// The members after all falling back, in the order light, dark, high-contrast light and dark.
  private let resolved: (ResolvedColor, ResolvedColor, ResolvedColor, ResolvedColor)

  /// A colour for each display; high contrast falls back to normal contrast, dark to light.
  public typealias Members = (
    light: Color, dark: Color?, highContrastLight: Color?, highContrastDark: Color?
  )

  /// A colour from 0xRRGGBBAA.
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

  /// A colour from members as they are written; each named member takes its own display's value.
  ///
  /// Nil when a member is itself dynamic or `tint`, which no member may be.
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

  /// The member for a display; high contrast falls back to normal contrast, dark to light.
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
  /// 0xRRGGBBAA; nil where dark has no separate colour.
  public var dark: UInt32? { members.dark == nil ? nil : resolved.1.rgba }
  /// 0xRRGGBBAA; nil where high contrast has no separate colour.
  public var highContrastLight: UInt32? {
    members.highContrastLight == nil ? nil : resolved.2.rgba
  }
  /// 0xRRGGBBAA; nil where dark high contrast has no separate colour.
  public var highContrastDark: UInt32? { members.highContrastDark == nil ? nil : resolved.3.rgba }

  public static func == (a: DynamicColor, b: DynamicColor) -> Bool { a.members == b.members }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(members.light)
    hasher.combine(members.dark)
    hasher.combine(members.highContrastLight)
    hasher.combine(members.highContrastDark)
  }
}
