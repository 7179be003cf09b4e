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
  /// The images that the looks name.
  package var images: ImageSources = [:]

  fileprivate static let heading = 44.0

  /// The most buttons on a sheet.
  package static let maximumButtons = 5_000

  package init(title: String, columns: [String], panels: [Panel]) {
    self.title = title
    self.columns = columns
    self.panels = panels
  }

  /// The sheet as a document.
  package func svg() throws(RenderError) -> String {
    var canvas = SVGCanvas()
    let drawing = try drawing(canvas.metrics)
    drawing.draw(into: &canvas)
    return SVGDocument(drawing.frame, backdrop: LookSheet.backdrop).text(of: canvas.writer)
  }

  /// The colour behind the sheet.
  package static let backdrop: UInt32 = 0xF2F2_F7FF

  /// The sheet laid out in some fonts; throws where it has more buttons than are drawn.
  package func drawing(_ metrics: any TextMetrics) throws(RenderError) -> SheetDrawing {
    let count = panels.reduce(0) { $0 + $1.rows.count * columns.count }
    guard count <= LookSheet.maximumButtons else {
      throw RenderError(
        message:
          "\(count) buttons do not fit a sheet of \(LookSheet.maximumButtons): choose fewer styles,"
          + " states or traits")
    }
    let buttons = panels.map { panel in
      panel.rows.map { row in
        columns.indices.map { column -> ButtonDrawing? in
          let look = column < row.looks.count ? row.looks[column] : nil
          return look.map {
            ButtonDrawing(
              $0, on: panel.display, loss: row.loss, metrics: metrics, images: images)
          }
        }
      }
    }
    return SheetDrawing(sheet: self, buttons: buttons, grid: Grid(self, buttons, metrics))
  }
}

/// A sheet in its layout.
package struct SheetDrawing {
  fileprivate let sheet: LookSheet
  /// By panel, row and column.
  fileprivate let buttons: [[[ButtonDrawing?]]]
  fileprivate let grid: Grid

  /// How large it is.
  package var frame: Frame { grid.frame }

  /// Draws it with its top left corner at the origin, on a canvas with the fonts that it was laid out in.
  package func draw(into canvas: inout some Canvas) {
    canvas.draw(
      SheetDrawing.line(
        sheet.title, 120, TextFont(size: 17, weight: .semibold), 0x0000_00FF, x: Grid.margin,
        y: 28, canvas.metrics))
    var y = LookSheet.heading
    for (panel, rows) in zip(sheet.panels, buttons) {
      let ground = Frame(y: y, width: frame.width, height: Grid.height(of: rows))
      canvas.draw(in: ground) { writer in
        writer.element(
          "rect", .number("y", ground.y), .number("width", ground.width),
          .number("height", ground.height), .color("fill", panel.display.backdrop))
      }
      draw(panel, rows, at: y, into: &canvas)
      y += ground.height
    }
  }

  /// A line of at most some characters that does not belong to a button.
  private static func line(
    _ text: String, _ most: Int, _ font: TextFont, _ color: UInt32, x: Double, y: Double,
    _ metrics: any TextMetrics, anchor: DrawnLine.Anchor = .start
  ) -> DrawnLine {
    let text = SVGText.line(text, atMost: most)
    return DrawnLine(
      text: text, font: font, color: color, x: x, baseline: y, anchor: anchor,
      width: metrics.width(text, font))
  }

  private func draw(
    _ panel: LookSheet.Panel, _ rows: [[ButtonDrawing?]], at top: Double,
    into canvas: inout some Canvas
  ) {
    let (metrics, color) = (canvas.metrics, panel.display.label)
    let (small, strong) = (TextFont(size: 12), TextFont(size: 12, weight: .semibold))
    let baseline = top + Grid.margin + 12
    canvas.draw(
      SheetDrawing.line(
        panel.display.name, 120, strong, color, x: Grid.margin, y: baseline, metrics))
    for (column, name) in sheet.columns.enumerated() {
      canvas.draw(
        SheetDrawing.line(
          name, 40, small, color, x: grid.center(of: column), y: baseline, metrics,
          anchor: .middle))
    }
    var y = top + Grid.margin + Grid.names
    for (row, drawings) in zip(panel.rows, rows) {
      let height = Grid.height(ofRow: drawings)
      canvas.draw(
        SheetDrawing.line(
          row.label, 60, small, color, x: Grid.margin, y: y + height / 2 + 4, metrics))
      for (column, drawing) in drawings.enumerated() {
        guard let drawing else { continue }
        drawing.draw(
          into: &canvas, x: grid.center(of: column) - drawing.layout.width / 2,
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

  /// How large the sheet is.
  let frame: Frame
  private let label: Double
  private let columns: [Double]

  init(_ sheet: LookSheet, _ drawings: [[[ButtonDrawing?]]], _ metrics: any TextMetrics) {
    let labels = sheet.panels.flatMap { $0.rows.map(\.label) }
    let (small, strong) = (TextFont(size: 12), TextFont(size: 12, weight: .semibold))
    let widths =
      labels.map { metrics.width(SVGText.line($0, atMost: 60), small) }
      + sheet.panels.map { metrics.width($0.display.name, strong) }
    label = max(widths.max() ?? 0, 40) + Grid.gap
    let rows = drawings.flatMap { $0 }
    columns = sheet.columns.enumerated().map { column, name in
      let buttons = rows.compactMap { column < $0.count ? $0[column]?.layout.width : nil }
      let text = metrics.width(SVGText.line(name, atMost: 40), TextFont(size: 12))
      return (max(buttons.max() ?? 0, text) + Grid.gap).rounded(.up)
    }
    let heading = metrics.width(SVGText.line(sheet.title, atMost: 120), TextFont(size: 17))
    let width = max(
      Grid.margin * 2 + label + columns.reduce(0, +), heading * 1.1 + Grid.margin * 2
    ).rounded(.up)
    let height = drawings.reduce(LookSheet.heading) { $0 + Grid.height(of: $1) }
    frame = Frame(width: width, height: height)
  }

  func center(of column: Int) -> Double {
    Grid.margin + label + columns[..<column].reduce(0, +) + columns[column] / 2
  }

  static func height(ofRow row: [ButtonDrawing?]) -> Double {
    ((row.compactMap { $0?.layout.height }.max() ?? 0) + 20).rounded(.up)
  }

  static func height(of rows: [[ButtonDrawing?]]) -> Double {
    Grid.margin * 2 + Grid.names + rows.reduce(0) { $0 + height(ofRow: $1) }
  }
}

/// Why something cannot be drawn.
package struct RenderError: Error, Hashable, Sendable {
  /// What is wrong and what to do about it.
  package let message: String
}
