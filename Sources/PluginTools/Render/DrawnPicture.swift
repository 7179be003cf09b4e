import ButtonModel
import ButtonProtocol
package import ButtonRender
import ButtonResolver
package import JSONRPC

/// What becomes a picture: as SVG here, as pixels by buttond-raster.
package protocol DrawnPicture {
  func svg() throws(RenderError) -> String
  /// The method of buttond-raster that draws it.
  static var rasterMethod: String { get }
  /// Appends the members of that method's params.
  func writeMembers(into writer: inout JSONWriter)
}

extension LookSheet: DrawnPicture {
  package static var rasterMethod: String { RasterSheet.method }

  /// The sheet's looks as clients receive them: `{title, columns, panels: [{display, rightToLeft?,
  /// rows: [{label, looks, loss?}]}]}`.
  package func writeMembers(into writer: inout JSONWriter) {
    writer.key("title")
    writer.string(title)
    writer.key("columns")
    columns.write(into: &writer)
    writer.key("panels")
    writer.beginArray()
    for panel in panels {
      writer.beginObject()
      writer.key("display")
      writer.string(panel.display.name)
      if panel.display.direction == .rightToLeft {
        writer.key("rightToLeft")
        writer.bool(true)
      }
      writer.key("rows")
      writer.beginArray()
      for row in panel.rows { write(row, &writer) }
      writer.endArray()
      writer.endObject()
    }
    writer.endArray()
    writer.write(images)
  }

  private func write(_ row: Row, _ writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("label")
    writer.string(row.label)
    writer.key("looks")
    writer.beginArray()
    for look in row.looks {
      if let look { writer.appearance(look) } else { writer.null() }
    }
    writer.endArray()
    writer.member("loss", ifPresent: row.loss)
    writer.endObject()
  }
}

/// One button without a sheet around it.
package struct BareButton: DrawnPicture {
  /// In pixels.
  package struct Size: Hashable, Sendable {
    package var width: Int
    package var height: Int

    /// Reads a size such as `72x72`; nil if a side is out of range.
    package init?(_ text: String) {
      let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
      guard sides.count == 2, let width = sides[0], let height = sides[1],
        RasterDraw.sides.contains(width), RasterDraw.sides.contains(height)
      else { return nil }
      (self.width, self.height) = (width, height)
    }
  }

  private let look: Appearance
  private let display: Display
  private let loss: String?
  private let size: Size?
  private let images: ImageSources

  /// The only look of a sheet, as large as its content or filling a size; nil unless there is
  /// exactly one.
  package init?(of sheet: LookSheet, size: Size?) {
    guard sheet.panels.count == 1, sheet.panels[0].rows.count == 1,
      sheet.panels[0].rows[0].looks.count == 1, let look = sheet.panels[0].rows[0].looks[0]
    else { return nil }
    self.look = look
    self.size = size
    images = sheet.images
    display = sheet.panels[0].display
    loss = sheet.panels[0].rows[0].loss
  }

  package static var rasterMethod: String { RasterDraw.method }

  package func svg() throws(RenderError) -> String {
    ButtonDrawing(
      look, on: display, loss: loss, filling: size.map { Box(pixels: $0.width, $0.height) },
      images: images
    ).document(margin: 0, backdrop: nil, width: size.map { Double($0.width) })
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.key("appearance")
    writer.appearance(look)
    writer.member("loss", ifPresent: loss)
    writer.key("traits")
    var traits = TraitsRequest()
    traits.userInterfaceStyle = display.style
    traits.contrast = display.contrast
    traits.contentSize = display.contentSize
    traits.layoutDirection = display.direction
    traits.write(into: &writer)
    writer.write(images)
    guard let size else { return }
    writer.member("width", size.width)
    writer.member("height", size.height)
  }
}

extension JSONWriter {
  /// Appends the member `images`, unless there are none.
  fileprivate mutating func write(_ images: ImageSources) {
    if images.isEmpty { return }
    key("images")
    beginArray()
    for (name, source) in images.sorted(by: { $0.key < $1.key }) {
      beginObject()
      member("image", name)
      member("type", source.type)
      member("data", source.data)
      endObject()
    }
    endArray()
  }
}
