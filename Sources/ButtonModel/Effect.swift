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
}
