import Glibc

/// The motion of a unit mass on a spring, released at 0 and drawn to 1.
struct SpringMotion: Hashable, Sendable {
  /// The undamped period in seconds; 0 reaches the end at once.
  let response: Double
  /// Relative to critical damping, the least without overshoot.
  let dampingFraction: Double

  /// Undamped, in radians per second.
  private var frequency: Double { 2 * .pi / response }

  func value(at seconds: Double) -> Double {
    guard seconds > 0 else { return 0 }
    guard response > 0, seconds.isFinite else { return 1 }
    let angle = frequency * seconds
    guard angle.isFinite else { return 1 }
    let zeta = dampingFraction
    if zeta < 1 {
      let root = ((1 - zeta) * (1 + zeta)).squareRoot()
      return 1 - exp(-zeta * angle) * (cos(root * angle) + zeta / root * sin(root * angle))
    }
    if zeta == 1 { return 1 - (1 + angle) * exp(-angle) }
    // The hyperbolic form with its growing half factored out, so that nothing overflows or cancels.
    let root = ((zeta - 1) * (zeta + 1)).squareRoot()
    let fading = -expm1(-2 * root * angle)
    return 1 - exp(-angle / (zeta + root)) * (2 - fading + zeta / root * fading) / 2
  }
}
