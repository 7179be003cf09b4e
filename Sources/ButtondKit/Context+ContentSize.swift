extension Context {
  /// How large a length that follows the reader's preferred text size is on this display, in whole
  /// points; `points` is what it is at the usual size.
  public func scaled(_ points: Double) -> Double {
    guard let body = Context.bodyPoints[contentSize], body != Context.usualBodyPoints else {
      return points
    }
    return (points * (body / Context.usualBodyPoints)).rounded(.toNearestOrAwayFromZero)
  }

  private static let usualBodyPoints = 17.0

  /// The points of body text, after which all other text goes.
  private static let bodyPoints: [String: Double] = [
    "xS": 14, "S": 15, "M": 16, "L": 17, "XL": 19, "XXL": 21, "XXXL": 23, "AX1": 28, "AX2": 33,
    "AX3": 40, "AX4": 47, "AX5": 53,
  ]
}
