package import ButtonModel

/// Many looks on one sheet: a row for each button, a column for each state, a panel for each display.
package struct LookSheet: Sendable {
  /// One row of a panel.
  package struct Row: Sendable {
    /// The text before it.
    package var label: String
    /// The looks, by column; nil leaves the cell empty.
    package var looks: [Appearance?]
    /// What is gone of what feeds the row's buttons; nil if nothing is.
    package var loss: String?

    package init(label: String, looks: [Appearance?], loss: String? = nil) {
      self.label = label
      self.looks = looks
      self.loss = loss
    }
  }

  /// The rows on one display.
  package struct Panel: Sendable {
    package var display: Display
    package var rows: [Row]

    package init(display: Display, rows: [Row]) {
      self.display = display
      self.rows = rows
    }
  }

  package var title: String
  /// The names of the columns.
  package var columns: [String]
  package var panels: [Panel]

  /// The most buttons on a sheet.
  package static let maximumButtons = 5_000

  package init(title: String, columns: [String], panels: [Panel]) {
    self.title = title
    self.columns = columns
    self.panels = panels
  }

  /// The sheet as a document.
  package func svg() throws(RenderError) -> String {
    let count = panels.reduce(0) { $0 + $1.rows.count * columns.count }
    guard count <= LookSheet.maximumButtons else {
      throw RenderError(
        message:
          "\(count) buttons do not fit a sheet of \(LookSheet.maximumButtons): choose fewer styles,"
          + " states or traits")
    }
    let drawings = panels.map { panel in
      panel.rows.map { row in
        columns.indices.map { column -> ButtonDrawing? in
          let look = column < row.looks.count ? row.looks[column] : nil
          return look.map { ButtonDrawing($0, on: panel.display, loss: row.loss) }
        }
      }
    }
    let grid = Grid(self, drawings)
    var writer = SVGWriter()
    drawHeading(into: &writer)
    var y = LookSheet.heading
    for (panel, rows) in zip(panels, drawings) {
      let height = grid.height(of: rows)
      writer.element(
        "rect", .number("y", y), .number("width", grid.width), .number("height", height),
        .color("fill", panel.display.backdrop))
      draw(panel, rows, grid, at: y, into: &writer)
      y += height
    }
    return SVGDocument(width: grid.width, height: y, backdrop: 0xF2F2_F7FF).text(of: writer)
  }

  static let heading = 44.0

  private func drawHeading(into writer: inout SVGWriter) {
    writer.element(
      "text", .number("x", Grid.margin), .number("y", 28), .number("font-size", 17),
      .number("font-weight", 600), .color("fill", 0x0000_00FF),
      content: SVGText.line(title, atMost: 120))
  }

  private func draw(
    _ panel: Panel, _ rows: [[ButtonDrawing?]], _ grid: Grid, at top: Double,
    into writer: inout SVGWriter
  ) {
    let baseline = top + Grid.margin + 12
    writer.element(
      "text", .number("x", Grid.margin), .number("y", baseline), .number("font-size", 12),
      .number("font-weight", 600), .color("fill", panel.display.label),
      content: panel.display.name)
    for (column, name) in columns.enumerated() {
      writer.element(
        "text", .number("x", grid.center(of: column)), .number("y", baseline),
        .number("font-size", 12), .text("text-anchor", "middle"),
        .color("fill", panel.display.label), content: SVGText.line(name, atMost: 40))
    }
    var y = top + Grid.margin + Grid.names
    for (row, drawings) in zip(panel.rows, rows) {
      let height = grid.height(ofRow: drawings)
      writer.element(
        "text", .number("x", Grid.margin), .number("y", y + height / 2 + 4),
        .number("font-size", 12), .color("fill", panel.display.label),
        content: SVGText.line(row.label, atMost: 60))
      for (column, drawing) in drawings.enumerated() {
        guard let drawing else { continue }
        drawing.draw(
          into: &writer, x: grid.center(of: column) - drawing.layout.width / 2,
          y: y + (height - drawing.layout.height) / 2)
      }
      y += height
    }
  }
}

/// Where rows and columns of a sheet are.
private struct Grid {
  static let margin = 20.0
  /// The line with the names of the columns.
  static let names = 24.0
  private static let gap = 28.0

  let width: Double
  private let label: Double
  private let columns: [Double]

  init(_ sheet: LookSheet, _ drawings: [[[ButtonDrawing?]]]) {
    let labels = sheet.panels.flatMap { $0.rows.map(\.label) }
    let (small, strong) = (TextFont(size: 12), TextFont(size: 12, weight: .semibold))
    let widths =
      labels.map { TextMeasure.width(SVGText.line($0, atMost: 60), small) }
      + sheet.panels.map { TextMeasure.width($0.display.name, strong) }
    label = max(widths.max() ?? 0, 40) + Grid.gap
    let rows = drawings.flatMap { $0 }
    columns = sheet.columns.enumerated().map { column, name in
      let buttons = rows.compactMap { column < $0.count ? $0[column]?.layout.width : nil }
      let text = TextMeasure.width(SVGText.line(name, atMost: 40), TextFont(size: 12))
      return (max(buttons.max() ?? 0, text) + Grid.gap).rounded(.up)
    }
    let heading = TextMeasure.width(SVGText.line(sheet.title, atMost: 120), TextFont(size: 17))
    width = max(
      Grid.margin * 2 + label + columns.reduce(0, +), heading * 1.1 + Grid.margin * 2
    ).rounded(.up)
  }

  func center(of column: Int) -> Double {
    Grid.margin + label + columns[..<column].reduce(0, +) + columns[column] / 2
  }

  func height(ofRow row: [ButtonDrawing?]) -> Double {
    ((row.compactMap { $0?.layout.height }.max() ?? 0) + 20).rounded(.up)
  }

  func height(of rows: [[ButtonDrawing?]]) -> Double {
    Grid.margin * 2 + Grid.names + rows.reduce(0) { $0 + height(ofRow: $1) }
  }
}

/// Why something cannot be drawn.
package struct RenderError: Error, Hashable, Sendable {
  /// What is wrong and what to do about it.
  package let message: String
}
