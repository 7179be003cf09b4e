package import ButtonModel

/// Traits with everything looked up that a pass asks for; made once for each set of traits in use.
package final class ResolvedTraits: Sendable {
  /// The traits that it was made of.
  package let traits: Traits
  /// Named colours by raw value; `tint` is the traits' tint.
  private let named: [ResolvedColor]
  /// Points by the raw value of the text style.
  private let pointSizes: [Double]
  /// How much larger text is than at the default content size.
  let scale: Double

  package init(_ traits: Traits) {
    self.traits = traits
    named = NamedColor.allCases.map { Color.named($0).components(for: traits) }
    pointSizes = TextStyle.allCases.map { $0.pointSize(for: traits.contentSize) }
    scale = traits.contentSize.scale
  }

  /// The tint as 0xRRGGBBAA.
  package var tint: UInt32 { self[.tint].rgba }

  /// True on a dark display.
  var isDark: Bool { traits.userInterfaceStyle == .dark }

  /// What a named colour is on this display.
  subscript(name: NamedColor) -> ResolvedColor { named[Int(name.rawValue)] }

  /// The size of a text style in points.
  subscript(style: TextStyle) -> Double { pointSizes[Int(style.rawValue)] }

  /// A size in points that grows as text styles do: in whole points.
  func grown(_ points: Double) -> Double {
    traits.contentSize == .l ? points : max(1, (points * scale).rounded())
  }

  /// What a stored colour is on this display.
  package func components(_ color: Color) -> ResolvedColor {
    switch color {
    case .rgba(let rgba): ResolvedColor(rgba: rgba)
    case .named(let name): self[name]
    case .dynamic(let color): color[traits.userInterfaceStyle, traits.contrast]
    }
  }

  /// What an effect, if there is one, makes of a colour on this display.
  package func applying(_ effect: Effect?, to color: ResolvedColor) -> ResolvedColor {
    guard let effect else { return color }
    return effect.applied(to: color) { components($0) }
  }
}
