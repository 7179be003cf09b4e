/// An activity indicator that stands still: eight fading spokes.
enum Spinner {
  static func draw(
    into writer: inout SVGWriter, _ frame: Frame, color: UInt32
  ) {
    let (x, y) = (frame.x + frame.width / 2, frame.y + frame.height / 2)
    let outer = frame.width * 0.46
    let inner = frame.width * 0.24
    for (index, spoke) in spokes.enumerated() {
      let alpha = Double(color & 0xFF) * (1 - Double(index) * 0.11)
      writer.element(
        "line", .number("x1", x + inner * spoke.x), .number("y1", y + inner * spoke.y),
        .number("x2", x + outer * spoke.x), .number("y2", y + outer * spoke.y),
        .color("stroke", color & 0xFFFF_FF00 | UInt32(alpha.rounded())),
        .number("stroke-width", frame.width * 0.1), .text("stroke-linecap", "round"))
    }
  }

  private static let diagonal = 0.7071
  private static let spokes: [(x: Double, y: Double)] = [
    (0, -1), (-diagonal, -diagonal), (-1, 0), (-diagonal, diagonal), (0, 1), (diagonal, diagonal),
    (1, 0), (diagonal, -diagonal),
  ]
}
