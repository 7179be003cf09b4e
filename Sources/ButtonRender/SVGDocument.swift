/// A complete picture.
struct SVGDocument {
  let width: Double
  let height: Double
  let backdrop: UInt32

  /// Fonts in which buttons are written, where there are any of them.
  static let fonts =
    "-apple-system, 'SF Pro Text', Inter, 'Helvetica Neue', 'Liberation Sans', Arial, "
    + "'DejaVu Sans', sans-serif"

  /// The document with what was drawn inside.
  func text(of drawing: SVGWriter) -> String {
    var writer = SVGWriter()
    let (width, height) = (SVGWriter.number(width), SVGWriter.number(height))
    writer.begin(
      "svg", .text("xmlns", "http://www.w3.org/2000/svg"), .text("width", width),
      .text("height", height), .text("viewBox", "0 0 \(width) \(height)"),
      .text("font-family", SVGDocument.fonts))
    writer.begin("defs")
    for (index, path) in drawing.clips.enumerated() {
      writer.begin("clipPath", .text("id", "outside\(index)"))
      writer.element("path", .text("d", path), .text("clip-rule", "evenodd"))
      writer.end("clipPath")
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
    writer.element(
      "rect", .text("width", "100%"), .text("height", "100%"), .color("fill", backdrop))
    return writer.text + drawing.text + "</svg>\n"
  }
}
