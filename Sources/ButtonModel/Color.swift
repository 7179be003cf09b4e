/// A colour as it is stored: fixed, named, or with members for light, dark and high contrast.
public enum Color: Hashable, Sendable {
  /// 0xRRGGBBAA, sRGB.
  case rgba(UInt32)
  case named(NamedColor)
  case dynamic(DynamicColor)

  /// Channels are unrounded; `tint` becomes the traits' tint.
  public func components(for traits: Traits) -> ResolvedColor {
    switch self {
    case .rgba(let rgba): ResolvedColor(rgba: rgba)
    case .named(.tint):
      if case .named(.tint) = traits.tint {
        NamedColor.systemBlue.members[traits.userInterfaceStyle, traits.contrast]
      } else {
        traits.tint.components(for: traits)
      }
    case .named(let name): name.members[traits.userInterfaceStyle, traits.contrast]
    case .dynamic(let color): color[traits.userInterfaceStyle, traits.contrast]
    }
  }

  /// 0xRRGGBBAA; `tint` becomes the traits' tint.
  public func resolved(for traits: Traits) -> UInt32 { components(for: traits).rgba }
}
