/// A colour that depends on the traits.
public final class DynamicColor: Hashable, Sendable {
  /// 0xRRGGBBAA for light and normal contrast; the others fall back to it.
  public let light: UInt32
  public let dark: UInt32?
  public let highContrastLight: UInt32?
  public let highContrastDark: UInt32?

  public init(
    light: UInt32, dark: UInt32? = nil, highContrastLight: UInt32? = nil,
    highContrastDark: UInt32? = nil
  ) {
    self.light = light
    self.dark = dark
    self.highContrastLight = highContrastLight
    self.highContrastDark = highContrastDark
  }

  /// A colour from members as they are written; each named member takes its own display's value.
  ///
  /// Nil when a member is itself dynamic or `tint`, which no member may be.
  public convenience init?(
    light: Color, dark: Color? = nil, highContrastLight: Color? = nil,
    highContrastDark: Color? = nil
  ) {
    let members: [(Color?, UserInterfaceStyle, Contrast)] = [
      (light, .light, .normal), (dark, .dark, .normal), (highContrastLight, .light, .high),
      (highContrastDark, .dark, .high),
    ]
    var values: [UInt32?] = []
    for (color, style, contrast) in members {
      switch color {
      case nil: values.append(nil)
      case .rgba(let rgba)?: values.append(rgba)
      case .named(.tint)?, .dynamic?: return nil
      case .named(let name)?: values.append(name.members[style, contrast].rgba)
      }
    }
    guard let first = values[0] else { return nil }
    self.init(
      light: first, dark: values[1], highContrastLight: values[2], highContrastDark: values[3])
  }

  /// The member for a display; high contrast falls back to normal contrast, dark to light.
  public subscript(style: UserInterfaceStyle, contrast: Contrast) -> UInt32 {
    switch (style, contrast) {
    case (.light, .normal): light
    case (.dark, .normal): dark ?? light
    case (.light, .high): highContrastLight ?? light
    case (.dark, .high): highContrastDark ?? dark ?? light
    }
  }

  public static func == (a: DynamicColor, b: DynamicColor) -> Bool {
    a.light == b.light && a.dark == b.dark && a.highContrastLight == b.highContrastLight
      && a.highContrastDark == b.highContrastDark
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(light)
    hasher.combine(dark)
    hasher.combine(highContrastLight)
    hasher.combine(highContrastDark)
  }
}
