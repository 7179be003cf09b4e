/// A small picture in one colour, drawn in a square of 24 points.
struct Icon: Sendable {
  /// One path of it.
  struct Shape: Sendable {
    let path: String
    /// Filled, or drawn as a line, of 2 points unless a weight says otherwise.
    let isFilled: Bool
  }

  let shapes: [Shape]

  /// Draws the icon into a frame.
  func draw(
    into writer: inout SVGWriter, _ frame: Frame, color: UInt32, lineWidth: Double = 2
  ) {
    writer.begin("g", .text("transform", Icon.transform(frame)))
    for shape in shapes {
      if shape.isFilled {
        writer.element(
          "path", .text("d", shape.path), .color("fill", color), .text("fill-rule", "evenodd"))
      } else {
        writer.element(
          "path", .text("d", shape.path), .text("fill", "none"), .color("stroke", color),
          .number("stroke-width", lineWidth), .text("stroke-linecap", "round"),
          .text("stroke-linejoin", "round"))
      }
    }
    writer.end("g")
  }

  /// Draws a box with a name in it, for a picture that only the client knows.
  static func drawUnknown(
    _ name: String, into writer: inout SVGWriter, _ frame: Frame, color: UInt32
  ) {
    writer.begin("g", .text("transform", transform(frame)))
    writer.element(
      "rect", .number("x", 2), .number("y", 2), .number("width", 20), .number("height", 20),
      .number("rx", 4), .text("fill", "none"), .color("stroke", color),
      .number("stroke-width", 1.2), .text("stroke-dasharray", "3 2"))
    let label = SVGText.line(name, atMost: 12)
    let size = min(8, 17 / max(1, UsualFont().width(label, TextFont(size: 1))))
    writer.element(
      "text", .number("x", 12), .number("y", 12 + size * 0.35), .number("font-size", size),
      .text("text-anchor", "middle"), .color("fill", color), content: label)
    writer.end("g")
  }

  private static func transform(_ frame: Frame) -> String {
    let scale = SVGWriter.number(frame.width / 24, 10_000)
    return "translate(\(SVGWriter.number(frame.x)) \(SVGWriter.number(frame.y))) scale(\(scale))"
  }

  /// The icon of a name. An unknown name such as `cart.badge.plus` falls back to its beginning; nil
  /// if that is unknown too.
  static func named(_ name: String) -> Icon? {
    // No icon has a longer name, but the beginning of one may name an icon.
    var name = String(decoding: name.utf8.prefix(longestName + 1), as: UTF8.self)
    while true {
      if let icon = all[name] { return icon }
      guard let dot = name.lastIndex(of: ".") else { return nil }
      name = String(name[..<dot])
    }
  }

  /// The bytes of the longest name.
  private static let longestName = all.keys.map(\.utf8.count).max() ?? 0

  /// The names of all icons, in order.
  static var names: [String] { all.keys.sorted() }

  /// The mark of a button that opens a menu.
  static let popup = Icon.lines("M8 9.5l4-4 4 4M8 14.5l4 4 4-4")

  static func lines(_ paths: String...) -> Icon {
    Icon(shapes: paths.map { Shape(path: $0, isFilled: false) })
  }

  static func filled(_ paths: String...) -> Icon {
    Icon(shapes: paths.map { Shape(path: $0, isFilled: true) })
  }

  /// Lines over filled shapes.
  static func mixed(lines: [String], filled: [String]) -> Icon {
    Icon(
      shapes: filled.map { Shape(path: $0, isFilled: true) }
        + lines.map { Shape(path: $0, isFilled: false) })
  }
}
