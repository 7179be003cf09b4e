/// A timing curve from (0, 0) to (1, 1) with two control points, whose x lie within 0 to 1.
struct CubicBezier: Hashable, Sendable {
  let x1: Double
  let y1: Double
  let x2: Double
  let y2: Double

  /// `x` is clamped to 0 to 1.
  func y(atX x: Double) -> Double {
    guard x > 0 else { return 0 }
    guard x < 1 else { return 1 }
    return CubicBezier.coordinate(parameter(atX: x), y1, y2)
  }

  /// The parameter at which the curve reaches x. With x1 and x2 within 0 to 1, x only grows, so
  /// there is one. Uses Newton's method, and bisection where it would leave the bracket.
  private func parameter(atX x: Double) -> Double {
    var low = 0.0
    var high = 1.0
    var t = x
    for _ in 0..<64 {
      let error = CubicBezier.coordinate(t, x1, x2) - x
      if error.magnitude < 1e-14 { break }
      if error < 0 { low = t } else { high = t }
      let next = t - error / CubicBezier.slope(t, x1, x2)
      t = next > low && next < high ? next : (low + high) / 2
      if high - low < 1e-15 { break }
    }
    return t
  }

  /// One coordinate of the curve; `first` and `second` are the control points' coordinates.
  private static func coordinate(_ t: Double, _ first: Double, _ second: Double) -> Double {
    let rest = 1 - t
    return t * (3 * rest * (rest * first + t * second) + t * t)
  }

  private static func slope(_ t: Double, _ first: Double, _ second: Double) -> Double {
    let rest = 1 - t
    return 3 * (rest * rest * first + 2 * rest * t * (second - first) + t * t * (1 - second))
  }
}
