package import ButtonModel

/// Traits with everything looked up that a pass needs; made once for each set of traits in use.
package final class ResolvedTraits: Sendable {
  package let traits: Traits
  /// By raw value; `tint` is the traits' tint.
  private let named: [ResolvedColor]
  /// In points, by the raw value of the text style.
  private let pointSizes: [Double]
  /// Relative to text at the default content size.
  let scale: Double

  package init(_ traits: Traits) {
    self.traits = traits
    named = NamedColor.allCases.map { Color.named($0).components(for: traits) }
    pointSizes = TextStyle.allCases.map { $0.pointSize(for: traits.contentSize) }
    scale = traits.contentSize.scale
  }

  /// 0xRRGGBBAA.
  package var tint: UInt32 { self[.tint].rgba }

  var isDark: Bool { traits.userInterfaceStyle == .dark }

  subscript(name: NamedColor) -> ResolvedColor { named[Int(name.rawValue)] }

  /// In points.
  subscript(style: TextStyle) -> Double { pointSizes[Int(style.rawValue)] }

  /// Scales a size in points as text styles scale: to whole points.
  func grown(_ points: Double) -> Double {
    traits.contentSize == .l ? points : max(1, (points * scale).rounded())
  }

  package func components(_ color: Color) -> ResolvedColor {
    switch color {
    case .rgba(let rgba): ResolvedColor(rgba: rgba)
    case .named(let name): self[name]
    case .dynamic(let color): color[traits.userInterfaceStyle, traits.contrast]
    }
  }

  package func applying(_ effect: Effect?, to color: ResolvedColor) -> ResolvedColor {
    guard let effect else { return color }
    return effect.applied(to: color) { components($0) }
  }
}
