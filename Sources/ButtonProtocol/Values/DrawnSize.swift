/// How large a client draws a button, in points, with its insets.
package struct DrawnSize: Hashable, Sendable {
  /// The size until the client says it.
  package static let unreported = DrawnSize()

  package let width: Double
  package let height: Double

  /// Nil when a number is not finite, negative, or larger than any display.
  package init?(width: Double, height: Double) {
    guard DrawnSize.isValid(width), DrawnSize.isValid(height) else { return nil }
    self.width = width
    self.height = height
  }

  private init() {
    width = 0
    height = 0
  }

  private static func isValid(_ length: Double) -> Bool {
    length >= 0 && length <= PressLocation.farthest
  }
}

/// A length, in points.
package struct LengthForm: FieldForm {
  package typealias Value = Double

  package var schema: Schema { .number(within: PressLocation.farthest, isSigned: false) }
}

extension Fields where Self: ~Copyable {
  mutating func size(_ size: inout DrawnSize) throws(Failure) {
    var (width, height) = (size.width, size.height)
    try required("width", &width, as: LengthForm(), "Points.")
    try required("height", &height, as: LengthForm(), "Points.")
    let drawn = DrawnSize(width: width, height: height)
    try check { () throws(ProtocolError) in
      guard drawn == nil else { return }
      let isWidth = DrawnSize(width: width, height: 0) == nil
      throw .invalidParams(
        "must be 0 to \(Int(PressLocation.farthest)) points", path: isWidth ? "width" : "height")
    }
    size = drawn ?? size
  }
}
