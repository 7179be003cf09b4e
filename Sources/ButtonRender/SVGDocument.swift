import ButtonModel

/// A complete picture.
package struct SVGDocument {
  /// What of the drawing it shows.
  package let frame: Frame
  /// The colour behind the drawing; nil leaves it transparent.
  package let backdrop: UInt32?
  /// The pixels of a point.
  private let zoom: Double

  package init(_ frame: Frame, backdrop: UInt32?, zoom: Double = 1) {
    (self.frame, self.backdrop, self.zoom) = (frame, backdrop, zoom)
  }

  /// Fonts in which buttons are written, where there are any of them.
  static let fonts =
    "-apple-system, 'SF Pro Text', Inter, 'Helvetica Neue', 'Liberation Sans', Arial, "
    + "'DejaVu Sans', sans-serif"

  /// The document with what was drawn inside.
  package func text(of drawing: SVGWriter) -> String {
    var writer = SVGWriter()
    let (x, y) = (SVGWriter.number(frame.x), SVGWriter.number(frame.y))
    let (width, height) = (SVGWriter.number(frame.width), SVGWriter.number(frame.height))
    writer.begin(
      "svg", .text("xmlns", "http://www.w3.org/2000/svg"), .number("width", frame.width * zoom),
      .number("height", frame.height * zoom), .text("viewBox", "\(x) \(y) \(width) \(height)"),
      .text("font-family", SVGDocument.fonts))
    writer.begin("defs")
    for (index, path) in drawing.clips.enumerated() {
      writer.begin("clipPath", .text("id", "outside\(index)"))
      writer.element("path", .text("d", path), .text("clip-rule", "evenodd"))
      writer.end("clipPath")
    }
    for (index, color) in drawing.tints.enumerated() {
      writer.begin(
        "filter", .text("id", "tint\(index)"), .number("x", 0), .number("y", 0),
        .number("width", 1), .number("height", 1), .text("color-interpolation-filters", "sRGB"))
      writer.element(
        "feFlood", .text("flood-color", String(Color.hex(color).prefix(7))),
        .number("flood-opacity", Double(color & 0xFF) / 255))
      writer.element("feComposite", .text("in2", "SourceAlpha"), .text("operator", "in"))
      writer.end("filter")
    }
    if drawing.text.contains("url(#lines)") {
      writer.begin(
        "pattern", .text("id", "lines"), .number("width", 6), .number("height", 6),
        .text("patternUnits", "userSpaceOnUse"), .text("patternTransform", "rotate(45)"))
      writer.element(
        "line", .number("y2", 6), .color("stroke", 0x8E8E_9380), .number("stroke-width", 4))
      writer.end("pattern")
    }
    writer.end("defs")
    if let backdrop {
      writer.element(
        "rect", .text("width", "100%"), .text("height", "100%"), .color("fill", backdrop))
    }
    return writer.text + drawing.text + "</svg>\n"
  }
}
