extension Animation {
  /// The progress of the change after some seconds: 0 at the start, 1 in the end.
  ///
  /// An underdamped spring exceeds 1 and comes back. Blending is not taken into account.
  public func value(at seconds: Double) -> Double {
    guard seconds > 0 else { return 0 }
    switch self {
    case .curve(let curve, let duration):
      guard seconds < duration else { return 1 }
      return curve.bezier.y(atX: seconds / duration)
    case .spring(let response, let dampingFraction, _):
      return SpringMotion(response: response, dampingFraction: dampingFraction).value(at: seconds)
    }
  }
}

extension Animation.Curve {
  var bezier: CubicBezier {
    switch self {
    case .linear: CubicBezier(x1: 0, y1: 0, x2: 1, y2: 1)
    case .easeIn: CubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
    case .easeOut: CubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
    case .easeInOut: CubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)
    }
  }
}
