package import JSONRPC

/// A request to `buttond-raster` for a sheet: a picture with rows and columns of looks.
package struct RasterSheet: Message, Hashable {
  package static let method = "raster.sheet"

  package struct Panel: WireObject, Hashable {
    /// `light` or `dark`, and what is not as usual: `dark+high+AX1`.
    package var display = ""
    package var isRightToLeft = false
    package var rows: [Row] = []

    package init() {}

    package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
      try fields.required("display", &display)
      try fields.flag("rightToLeft", &isRightToLeft, "Read from right to left.")
      try fields.required("rows", &rows)
    }
  }

  /// One button in several states, or one row of buttons.
  package struct Row: WireObject, Hashable {
    package var label = ""
    package var looks: [Cell] = []
    package var loss: String?

    package init() {}

    package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
      try fields.required("label", &label)
      try fields.required("looks", &looks)
      try fields.optional("loss", &loss)
    }
  }

  package struct Cell: FieldValue, Hashable, Sendable {
    package static var schema: Schema { .reference("Appearance") }

    package var appearance: AppearanceMembers?

    package init(_ appearance: AppearanceMembers?) { self.appearance = appearance }

    package init(json: JSONElement) throws(ProtocolError) {
      appearance = json.isNull ? nil : try AppearanceMembers(json: json)
    }

    package func write(into writer: inout JSONWriter) {
      if let appearance { appearance.write(into: &writer) } else { writer.null() }
    }
  }

  package var title = ""
  package var columns: [String] = []
  package var panels: [Panel] = []
  package var format: RasterDraw.Format?
  /// Pixels per point.
  package var zoom: Double?
  package var images: [ImageFileMessage] = []

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("title", &title)
    try fields.required("columns", &columns)
    try fields.required("panels", &panels)
    try fields.optional("format", &format)
    try fields.optional("zoom", &zoom)
    try fields.optional("images", &images, default: [])
    let zoom = zoom
    try fields.check { () throws(ProtocolError) in try RasterDraw.check(zoom: zoom) }
  }
}
