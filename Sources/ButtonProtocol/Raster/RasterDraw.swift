package import ButtonModel

/// What `buttond-raster` is asked for on its standard input, one JSON-RPC request a line: a picture of a
/// look.
package struct RasterDraw: Message, Hashable {
  package static let method = "raster.draw"

  /// How a picture is written.
  package enum Format: String, Hashable, Sendable, WireName {
    case png, jpeg
    /// Three bytes a pixel, red, green and blue, row by row from the top left.
    case rgb
  }

  /// How many quarters of a turn the picture is turned clockwise.
  package enum Rotation: String, Hashable, Sendable, WireName {
    case none = "0"
    case quarter = "90"
    case half = "180"
    case threeQuarters = "270"

    /// The quarters.
    package var quarters: Int { Rotation.allCases.firstIndex(of: self) ?? 0 }
  }

  /// The look, as clients receive it.
  package var appearance = AppearanceMembers()
  /// What of the button's sources is gone.
  package var loss: String?
  package var traits: TraitsRequest?
  /// The size of a key in pixels, which the button fills; without it the button is as large as its content.
  package var width: Int?
  package var height: Int?
  /// The pixels of a point, for a button that is as large as its content.
  package var zoom: Double?
  package var rotation: Rotation?
  package var format: Format?
  /// The colour behind the button; transparent without it, and black in formats that know no such thing.
  package var backdrop: Color?
  /// The images that the look names.
  package var images: [ImageFileMessage] = []

  /// The bounds of a key's sides, in pixels.
  package static let sides = 5...1_024
  /// The most pixels of a point.
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

/// A picture.
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
