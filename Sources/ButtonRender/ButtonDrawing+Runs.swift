import ButtonModel

extension ButtonDrawing {
  /// Draws a line of a title whose parts look different; links are underlined.
  func draw(
    runs line: ButtonLayout.Line, _ font: TextFont, into writer: inout SVGWriter
  ) {
    writer.spans(
      .number("x", line.x), .number("y", line.baseline), .number("font-size", font.size),
      .optional("font-family", font.family),
      .optional("style", font.hasMonospacedDigits ? "font-variant-numeric: tabular-nums" : nil),
      .text("text-anchor", line.anchor), .text("xml:space", "preserve"),
      parts: line.pieces.map { piece in
        let run = look.titleRuns[piece.run]
        var attributes: [SVGWriter.Attribute] = [
          .number("font-weight", run.fontWeight.cssNumber), .color("fill", run.color),
        ]
        if run.italic { attributes.append(.text("font-style", "italic")) }
        let rules = [
          run.underline || run.link != nil ? "underline" : nil,
          run.strikethrough ? "line-through" : nil,
        ].compactMap(\.self)
        if !rules.isEmpty {
          attributes.append(.text("text-decoration", rules.joined(separator: " ")))
        }
        return (attributes, piece.text)
      })
  }
}

extension FontWeight {
  /// The CSS weight, from 100 to 900.
  var cssNumber: Double {
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
