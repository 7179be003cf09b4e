package import ButtonModel

/// A request to `buttond-raster` for a picture of a look. Its standard input takes one JSON-RPC
/// request a line.
package struct RasterDraw: Message, Hashable {
  package static let method = "raster.draw"

  package enum Format: String, Hashable, Sendable, WireName {
    case png, jpeg
    /// Three bytes a pixel, red, green and blue, row by row from the top left.
    case rgb
  }

  /// Clockwise.
  package enum Rotation: String, Hashable, Sendable, WireName {
    case none = "0"
    case quarter = "90"
    case half = "180"
    case threeQuarters = "270"

    package var quarters: Int { Rotation.allCases.firstIndex(of: self) ?? 0 }
  }

  package var appearance = AppearanceMembers()
  /// What no longer feeds the button's state, for people; nil if nothing is lost.
  package var loss: String?
  package var traits: TraitsRequest?
  /// The key that the button fills, in pixels; without it the button is as large as its content.
  package var width: Int?
  package var height: Int?
  /// Pixels per point, for a button that is as large as its content.
  package var zoom: Double?
  package var rotation: Rotation?
  package var format: Format?
  /// Behind the button; without it transparent, or black in formats without transparency.
  package var backdrop: Color?
  /// The images that the look names.
  package var images: [ImageFileMessage] = []

  /// The range of a key's sides, in pixels.
  package static let sides = 5...1_024
  /// In pixels per point.
  package static let mostZoom = 8.0

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("appearance", &appearance)
    try fields.optional("loss", &loss)
    try fields.optional("traits", &traits)
    try fields.optional("width", &width)
    try fields.optional("height", &height)
    try fields.optional("zoom", &zoom)
    try fields.optional("rotation", &rotation)
    try fields.optional("format", &format)
    try fields.optional("backdrop", &backdrop, as: .described(.reference("Color")))
    try fields.optional("images", &images, default: [])
    let (width, height, zoom) = (width, height, zoom)
    try fields.check { () throws(ProtocolError) in
      guard (width == nil) == (height == nil) else {
        throw .invalidParams(
          "width and height go together", path: width == nil ? "width" : "height")
      }
      for (name, side) in [("width", width), ("height", height)] {
        guard let side, !RasterDraw.sides.contains(side) else { continue }
        throw .invalidParams(
          "must be \(RasterDraw.sides.lowerBound) to \(RasterDraw.sides.upperBound) pixels, but is"
            + " \(side)", path: name)
      }
      try RasterDraw.check(zoom: zoom)
    }
  }

  static func check(zoom: Double?) throws(ProtocolError) {
    guard let zoom, !(zoom > 0 && zoom <= mostZoom) else { return }
    throw .invalidParams("must be more than 0 and at most \(Int(mostZoom))", path: "zoom")
  }
}

package struct RasterPicture: Message, Hashable {
  /// In pixels.
  package var width = 0
  package var height = 0
  /// The file, or the pixels, in Base64.
  package var data = ""

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("width", &width)
    try fields.required("height", &height)
    try fields.required("data", &data)
  }
}
