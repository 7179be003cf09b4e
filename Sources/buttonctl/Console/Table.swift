import ButtonClient
import ButtonModel

/// Rows of text in aligned columns.
struct Table {
  private let header: [String]
  var headerTint: Tint?
  private var rows: [[Cell]] = []
  /// The columns that may be left out for lack of room, in this order.
  var optionalColumns: [Int] = []
  private var hidden: Set<Int> = []

  /// No column of text is made narrower.
  private static let leastWidth = 8

  init(_ header: String...) { self.header = header }

  init(_ header: [String]) { self.header = header }

  mutating func add(_ cells: Cell...) { rows.append(cells) }

  /// Sorts in natural order.
  mutating func sort(by column: Int) {
    rows.sort { $0[column].text.naturallyPrecedes($1[column].text) }
  }

  /// The table without trailing white space.
  var text: String {
    let all = allRows
    let widths = Table.widths(of: all)
    return all.map { line($0, widths) }.joined(separator: "\n")
  }

  /// Returns lines of at most `limit` columns, if possible: some columns are left out, and long
  /// texts cut off.
  func text(within limit: Int?) -> String {
    guard let limit else { return text }
    var table = self
    for column in optionalColumns where Table.width(Table.widths(of: table.allRows)) > limit {
      table.hidden.insert(column)
    }
    var all = table.allRows
    var widths = Table.widths(of: all)
    while Table.width(widths) > limit {
      let texts = widths.indices.filter { column in
        widths[column] > Table.leastWidth
          && all.contains { column < $0.count && !$0[column].isNumber && $0[column].width > 0 }
      }
      guard let widest = texts.max(by: { widths[$0] < widths[$1] }) else { break }
      let next = texts.filter { $0 != widest }.map { widths[$0] }.max() ?? 0
      let excess = Table.width(widths) - limit
      widths[widest] = max(
        Table.leastWidth, widths[widest] - excess, min(next, widths[widest] - 1))
    }
    for row in all.indices {
      for column in all[row].indices where !all[row][column].isNumber {
        all[row][column] = all[row][column].fitted(to: widths[column])
      }
    }
    return all.map { table.line($0, widths) }.joined(separator: "\n")
  }

  /// The header and the rows, without hidden columns.
  private var allRows: [[Cell]] {
    var all = rows
    if !header.isEmpty { all.insert(header.map { Cell($0, tint: headerTint) }, at: 0) }
    if hidden.isEmpty { return all }
    return all.map { row in
      row.indices.filter { !hidden.contains($0) }.map { row[$0] }
    }
  }

  private static func widths(of rows: [[Cell]]) -> [Int] {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.width)
      }
    }
    return widths
  }

  /// Returns the width of a whole line.
  private static func width(_ widths: [Int]) -> Int {
    widths.reduce(0, +) + 2 * max(0, widths.count - 1)
  }

  private func line(_ row: [Cell], _ widths: [Int]) -> String {
    var line = ""
    var gap = 0
    for (cell, width) in zip(row, widths) {
      let padding = width - cell.width
      if cell.isNumber { gap += padding }
      if cell.width > 0 {
        line += String(repeating: " ", count: gap) + cell.painted
        gap = 0
      }
      if !cell.isNumber { gap += cell.width > 0 ? padding : width }
      gap += 2
    }
    return line
  }
}

extension Table {
  struct Cell: ExpressibleByStringInterpolation {
    /// The text without colours.
    let text: String
    /// Aligned to the right.
    let isNumber: Bool
    /// The text with colours.
    let painted: String
    private let paint: ((String) -> String)?

    var width: Int { text.columns }

    /// A dash for nil.
    init(_ text: String?) {
      self.text = text?.printable ?? "-"
      isNumber = false
      painted = self.text
      paint = nil
    }

    init(stringLiteral text: String) { self.init(text) }

    init(_ number: some BinaryInteger) {
      text = String(number)
      isNumber = true
      painted = text
      paint = nil
    }

    init(_ text: String, tint: Tint?) {
      self.init(text) { tint?($0) ?? $0 }
    }

    init(_ text: String, paint: @escaping (String) -> String) {
      self.text = text.printable
      isNumber = false
      painted = paint(self.text)
      self.paint = paint
    }

    func fitted(to limit: Int) -> Cell {
      if width <= limit { return self }
      let text = text.fitted(to: limit)
      return paint.map { Cell(text, paint: $0) } ?? Cell(text)
    }
  }
}
