package import JSONRPC

/// A place on a button as drawn, in points from its top left corner.
package struct PressLocation: Hashable, Sendable {
  /// How far from the corner a place may be, in points, in every direction.
  package static let farthest: Double = 1_000_000

  package let x: Double
  package let y: Double

  /// A place; nil when a number is not finite or farther away than any display reaches.
  package init?(x: Double, y: Double) {
    guard x.magnitude <= PressLocation.farthest, y.magnitude <= PressLocation.farthest else {
      return nil
    }
    self.x = x
    self.y = y
  }

  /// Appends the members of a request that names the place.
  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("x", x)
    writer.member("y", y)
  }
}

extension Members {
  /// The place that `x` and `y` name; nil without them.
  package func location() throws(ProtocolError) -> PressLocation? {
    let x: Double? = try coordinate("x")
    let y: Double? = try coordinate("y")
    switch (x, y) {
    case (nil, nil): return nil
    case (nil, _?): throw .invalidParams("x and y go together: x is missing", path: "x")
    case (_?, nil): throw .invalidParams("x and y go together: y is missing", path: "y")
    case (let x?, let y?): return PressLocation(x: x, y: y)
    }
  }

  private func coordinate(_ name: StaticString) throws(ProtocolError) -> Double? {
    guard let value: Double = try optional(name) else { return nil }
    guard value.magnitude <= PressLocation.farthest else {
      throw .invalidParams(
        "must be within ±\(Int(PressLocation.farthest)) points of the button's top left corner",
        path: "\(name)")
    }
    return value
  }
}
