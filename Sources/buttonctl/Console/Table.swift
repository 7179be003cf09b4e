import ButtonModel

/// Rows of text in aligned columns.
struct Table {
  private let header: [String]
  /// Paints the names of the columns.
  var headerTint: Tint?
  private var rows: [[Cell]] = []

  /// A table with the names of its columns, or without any.
  init(_ header: String...) { self.header = header }

  /// The same with names that are in a list.
  init(_ header: [String]) { self.header = header }

  /// Adds a row.
  mutating func add(_ cells: Cell...) { rows.append(cells) }

  /// The lines, without white space at their ends.
  var text: String {
    var all = rows
    if !header.isEmpty { all.insert(header.map { Cell($0, tint: headerTint) }, at: 0) }
    var widths: [Int] = []
    for row in all {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.width)
      }
    }
    return all.map { line($0, widths) }.joined(separator: "\n")
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
  /// One cell of a row.
  struct Cell: ExpressibleByStringInterpolation {
    /// The text without colours.
    let text: String
    /// Whether it is aligned to the right.
    let isNumber: Bool
    /// The text with its colours.
    let painted: String

    /// How many columns of a terminal it takes.
    var width: Int { text.columns }

    /// A text, or a dash for none.
    init(_ text: String?) {
      self.text = text?.printable ?? "-"
      isNumber = false
      painted = self.text
    }

    init(stringLiteral text: String) { self.init(text) }

    /// A number.
    init(_ number: some BinaryInteger) {
      text = String(number)
      isNumber = true
      painted = text
    }

    /// A text in a colour with a meaning, or in none.
    init(_ text: String, tint: Tint?) {
      self.init(text) { tint?($0) ?? $0 }
    }

    /// A text in colours.
    init(_ text: String, paint: (String) -> String) {
      self.text = text.printable
      isNumber = false
      painted = paint(self.text)
    }
  }
}
