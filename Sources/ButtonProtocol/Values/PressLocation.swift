package import JSONRPC

/// A point on a button as drawn, in points from its top left corner.
package struct PressLocation: Hashable, Sendable {
  /// The greatest distance in any direction, in points.
  package static let farthest: Double = 1_000_000

  package let x: Double
  package let y: Double

  /// Nil when a number is not finite or farther away than any display reaches.
  package init?(x: Double, y: Double) {
    guard x.magnitude <= PressLocation.farthest, y.magnitude <= PressLocation.farthest else {
      return nil
    }
    self.x = x
    self.y = y
  }

  private init() {
    x = 0
    y = 0
  }

  package static let corner = PressLocation()
}

package struct CoordinateForm: FieldForm {
  package var schema: Schema { .number(within: PressLocation.farthest, isSigned: true) }

  package func read(_ json: JSONElement) throws(ProtocolError) -> Double {
    let value = try Double(json: json)
    guard value.magnitude <= PressLocation.farthest else {
      throw .invalidParams(
        "must be within ±\(Int(PressLocation.farthest)) points of the button's top left corner")
    }
    return value
  }
}

extension Fields where Self: ~Copyable {
  /// Nil where both fields are missing.
  mutating func location(_ location: inout PressLocation?) throws(Failure) {
    var (x, y) = (location?.x, location?.y)
    try optional(
      "x", &x, as: CoordinateForm(), "Points from the left edge of the button as drawn.")
    try optional("y", &y, as: CoordinateForm(), "Points from its upper edge.")
    try check { () throws(ProtocolError) in
      if (x == nil) == (y == nil) { return }
      let missing = x == nil ? "x" : "y"
      throw .invalidParams("x and y go together: \(missing) is missing", path: missing)
    }
    location = if let x, let y { PressLocation(x: x, y: y) } else { nil }
  }

  /// The place must be there.
  mutating func location(_ location: inout PressLocation) throws(Failure) {
    var place: PressLocation? = location
    try self.location(&place)
    oneOf(["x", "y"])
    let isThere = place != nil
    try check { () throws(ProtocolError) in
      if !isThere { throw .invalidParams("x and y are missing", path: "x") }
    }
    location = place ?? location
  }
}
