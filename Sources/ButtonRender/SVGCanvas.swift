import ButtonModel

/// A drawing as SVG, shown in the fonts of its viewer.
struct SVGCanvas: Canvas {
  /// What has been drawn.
  private(set) var writer = SVGWriter()

  var metrics: any TextMetrics { UsualFont() }

  mutating func begin(_ group: DrawnGroup) {
    let frame = group.frame
    var (left, top) = (frame.x, frame.y)
    if group.opacity < 1 {
      // Within these bounds renderers make what is translucent; without, as large as the picture.
      let bounds = frame.grown(by: group.reach)
      writer.begin(
        "svg", .number("x", bounds.x), .number("y", bounds.y), .number("width", bounds.width),
        .number("height", bounds.height))
      (left, top) = (group.reach, group.reach)
    }
    func n(_ number: Double) -> String { SVGWriter.number(number) }
    var transform = "translate(\(n(left)) \(n(top)))"
    if group.scale != 1 {
      let (middle, center) = (frame.width / 2, frame.height / 2)
      transform += " translate(\(n(middle)) \(n(center))) scale(\(n(group.scale)))"
      transform += " translate(\(n(-middle)) \(n(-center)))"
    }
    writer.begin(
      "g", .text("transform", transform), .number("opacity", group.opacity), .text("role", "img"),
      .text("aria-label", SVGText.line(group.label, atMost: 200)))
  }

  mutating func end(_ group: DrawnGroup) {
    writer.end("g")
    if group.opacity < 1 { writer.end("svg") }
  }

  mutating func draw(in frame: Frame, _ shapes: (inout SVGWriter) -> Void) { shapes(&writer) }

  mutating func draw(_ image: DrawnImage) { writer.draw(image) }

  mutating func draw(_ line: DrawnLine) {
    let font = line.font
    if !line.pieces.isEmpty { return drawRuns(of: line) }
    writer.element(
      "text", .number("x", line.x), .number("y", line.baseline), .number("font-size", font.size),
      .optional("font-weight", font.weight == .regular ? nil : "\(font.weight.cssNumber)"),
      .optional("font-family", font.family),
      .optional("font-style", font.isItalic ? "italic" : nil),
      .optional("style", font.hasMonospacedDigits ? "font-variant-numeric: tabular-nums" : nil),
      .optional("text-anchor", line.anchor == .start ? nil : line.anchor.rawValue),
      .color("fill", line.color), content: line.text)
    for rule in line.rules {
      writer.element(
        "rect", .number("x", rule.x), .number("y", rule.y), .number("width", rule.width),
        .number("height", rule.height), .color("fill", line.color))
    }
  }

  /// Draws a line of a title whose parts look different; links are underlined.
  private mutating func drawRuns(of line: DrawnLine) {
    let font = line.font
    writer.spans(
      .number("x", line.x), .number("y", line.baseline), .number("font-size", font.size),
      .optional("font-family", font.family),
      .optional("style", font.hasMonospacedDigits ? "font-variant-numeric: tabular-nums" : nil),
      .text("text-anchor", line.anchor.rawValue), .text("xml:space", "preserve"),
      parts: line.pieces.map { piece in
        let run = piece.run
        var attributes: [SVGWriter.Attribute] = [
          .text("font-weight", "\(run.fontWeight.cssNumber)"), .color("fill", run.color),
        ]
        if run.italic { attributes.append(.text("font-style", "italic")) }
        let rules = [
          run.isUnderlined ? "underline" : nil, run.strikethrough ? "line-through" : nil,
        ].compactMap(\.self)
        if !rules.isEmpty {
          attributes.append(.text("text-decoration", rules.joined(separator: " ")))
        }
        return (attributes, piece.text)
      })
  }
}

extension Appearance.TitleRun {
  /// Whether a line is under it; under links there is one.
  package var isUnderlined: Bool { underline || link != nil }
}

extension FontWeight {
  /// The CSS weight, from 100 to 900.
  package var cssNumber: Int {
    switch self {
    case .ultraLight: 100
    case .thin: 200
    case .light: 300
    case .regular: 400
    case .medium: 500
    case .semibold: 600
    case .bold: 700
    case .heavy: 800
    case .black: 900
    }
  }
}
