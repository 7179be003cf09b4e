/// How large a client draws a button, in points, its insets included.
package struct DrawnSize: Hashable, Sendable {
  /// The size of a button whose client has not said it.
  package static let unreported = DrawnSize()

  package let width: Double
  package let height: Double

  /// A size; nil when a number is not finite, negative, or larger than any display.
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

extension Members {
  /// The size that `width` and `height` name.
  package func drawnSize() throws(ProtocolError) -> DrawnSize {
    let width: Double = try required("width")
    let height: Double = try required("height")
    guard let size = DrawnSize(width: width, height: height) else {
      let isWidth = DrawnSize(width: width, height: 0) == nil
      throw .invalidParams(
        "must be 0 to \(Int(PressLocation.farthest)) points", path: isWidth ? "width" : "height")
    }
    return size
  }
}
