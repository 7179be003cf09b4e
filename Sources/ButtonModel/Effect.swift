/// What a colour transformer does to a colour, as data.
public enum Effect: Hashable, Sendable {
  case constant(Color)
  /// Replaces alpha.
  case alpha(Double)
  /// Multiplies alpha.
  case opacity(Double)
  /// Multiplies the RGB channels by 1 − by.
  case darker(Double)
  case grayscale

  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case constant, alpha, opacity, darker, grayscale
  }

  public static let amounts = 0.0...1.0

  /// Nil for `constant` and `grayscale`, which have no amount, and for an amount outside 0 to 1.
  public init?(kind: Kind, amount: Double) {
    guard Effect.amounts.contains(amount) else { return nil }
    switch kind {
    case .alpha: self = .alpha(amount)
    case .opacity: self = .opacity(amount)
    case .darker: self = .darker(amount)
    case .constant, .grayscale: return nil
    }
  }

  /// `resolve` returns a stored colour for this display.
  @inlinable
  public func applied(
    to color: ResolvedColor, resolve: (Color) -> ResolvedColor
  ) -> ResolvedColor {
    switch self {
    case .constant(let other): resolve(other)
    case .alpha(let amount): color.withAlpha(amount)
    case .opacity(let factor): color.opacity(factor)
    case .darker(let amount): color.darker(by: amount)
    case .grayscale: color.grayscale
    }
  }
}
