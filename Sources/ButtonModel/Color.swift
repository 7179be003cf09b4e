/// A colour as it is stored: fixed, named, or with members for light, dark and high contrast.
public enum Color: Hashable, Sendable {
  /// 0xRRGGBBAA, sRGB.
  case rgba(UInt32)
  case named(NamedColor)
  case dynamic(DynamicColor)
}

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

/// The colours that have a name.
public enum NamedColor: UInt8, Hashable, Sendable, CaseIterable {
  case systemBlue, tint, white, black, clear
}
