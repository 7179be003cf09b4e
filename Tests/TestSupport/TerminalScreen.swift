/// What a terminal shows after the bytes that it was sent: as much of one as full-screen programs
/// need, and of what it does not know it complains.
package struct TerminalScreen {
  /// What stands in one place; nothing behind a character that takes two.
  private enum Cell {
    case blank
    case character(Character)
    case covered
  }

  package private(set) var rows: Int
  package private(set) var columns: Int
  /// Whether the program has the other screen.
  package private(set) var isAlternate = false
  package private(set) var isCursorVisible = true
  /// Sequences that it does not know.
  package private(set) var unknown: [String] = []
  /// Whether something was written beyond the right edge.
  package private(set) var hasOverflowed = false

  private var cells: [[Cell]]
  private var saved: [[Cell]] = []
  private var row = 0
  private var column = 0
  /// What has come of a sequence or a character.
  private var pending: [UInt8] = []

  package init(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
    cells = TerminalScreen.empty(rows, columns)
  }

  /// The lines, without white space at their ends.
  package var lines: [String] {
    cells.map { row in
      var text = ""
      for cell in row {
        switch cell {
        case .blank: text += " "
        case .character(let character): text.append(character)
        case .covered: break
        }
      }
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  /// All of it as one text.
  package var text: String { lines.joined(separator: "\n") }

  /// The column in which a text begins, in places of the terminal; nil where no line has it.
  package func column(of text: String) -> Int? {
    guard let line = lines.first(where: { $0.contains(text) }),
      let range = line.firstRange(of: text)
    else { return nil }
    return line[..<range.lowerBound].reduce(0) { $0 + TerminalScreen.width($1) }
  }

  /// The terminal has another size; what does not fit is cut off, as it is by many.
  package mutating func resize(rows: Int, columns: Int) {
    func fitted(_ old: [[Cell]]) -> [[Cell]] {
      (0..<rows).map { row in
        (0..<columns).map { column in
          row < old.count && column < old[row].count ? old[row][column] : .blank
        }
      }
    }
    cells = fitted(cells)
    saved = saved.isEmpty ? saved : fitted(saved)
    (self.rows, self.columns) = (rows, columns)
    (row, column) = (min(row, rows - 1), min(column, columns - 1))
  }

  /// Takes in what a program writes.
  package mutating func take(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      pending.append(byte)
      if pending[0] == 0x1B { takeSequence() } else { takeText() }
    }
  }

  // MARK: Text

  private mutating func takeText() {
    switch pending[0] {
    case 0x0D:
      column = 0
    case 0x0A:
      lineFeed()
    case 0x08:
      column = max(0, column - 1)
    case 0x07:
      break
    default:
      guard let text = String(validating: pending, as: UTF8.self) else {
        precondition(pending.count < 4, "no UTF-8")
        return
      }
      for character in text { put(character) }
    }
    pending = []
  }

  private mutating func put(_ character: Character) {
    let width = TerminalScreen.width(character)
    // Joins the one before.
    if width == 0 { return join(character) }
    if column + width > columns {
      hasOverflowed = true
      column = 0
      lineFeed()
    }
    cells[row][column] = .character(character)
    for covered in 1..<max(2, width + 1) where covered < width {
      cells[row][column + covered] = .covered
    }
    column += width
  }

  private mutating func join(_ character: Character) {
    var place = column - 1
    while place > 0, case .covered = cells[row][place] { place -= 1 }
    guard place >= 0, case .character(let before) = cells[row][place] else { return }
    cells[row][place] = .character(Character("\(before)\(character)"))
  }

  private mutating func lineFeed() {
    if row + 1 < rows {
      row += 1
      return
    }
    cells.removeFirst()
    cells.append(Array(repeating: .blank, count: columns))
  }

  /// What East Asian texts and pictures take, near enough for tests.
  private static func width(_ character: Character) -> Int {
    let value = character.unicodeScalars.first?.value ?? 0
    if (0x300...0x36F).contains(value) || value == 0x200D || value == 0xFE0F { return 0 }
    return value >= 0x2E80 && value < 0xE000 || value >= 0x1F000
      || value >= 0xF900 && value < 0xFB00
      ? 2 : 1
  }

  // MARK: Sequences

  private mutating func takeSequence() {
    guard pending.count >= 2 else { return }
    guard pending[1] == UInt8(ascii: "[") else {
      unknown.append(String(decoding: pending, as: UTF8.self))
      pending = []
      return
    }
    guard pending.count >= 3, let last = pending.last, (0x40...0x7E).contains(last) else { return }
    let body = String(decoding: pending[2..<(pending.count - 1)], as: UTF8.self)
    perform(body, Character(Unicode.Scalar(last)))
    pending = []
  }

  private mutating func perform(_ body: String, _ command: Character) {
    let numbers = body.split(separator: ";").map { Int($0) ?? 0 }
    switch (command, body) {
    case ("m", _): break
    case ("H", _):
      row = min(max((numbers.first ?? 1) - 1, 0), rows - 1)
      column = min(max((numbers.count > 1 ? numbers[1] : 1) - 1, 0), columns - 1)
    case ("J", "2"): cells = TerminalScreen.empty(rows, columns)
    case ("J", ""), ("J", "0"):
      erase(row, from: column)
      for later in (row + 1)..<max(rows, row + 1) { erase(later, from: 0) }
    case ("K", "2"): erase(row, from: 0)
    case ("K", ""), ("K", "0"): erase(row, from: column)
    case ("h", "?1049"):
      saved = cells
      cells = TerminalScreen.empty(rows, columns)
      isAlternate = true
    case ("l", "?1049"):
      if isAlternate { cells = saved }
      isAlternate = false
    case ("h", "?25"): isCursorVisible = true
    case ("l", "?25"): isCursorVisible = false
    default: unknown.append("[\(body)\(command)")
    }
  }

  private mutating func erase(_ row: Int, from column: Int) {
    for place in column..<columns { cells[row][place] = .blank }
  }

  private static func empty(_ rows: Int, _ columns: Int) -> [[Cell]] {
    Array(repeating: Array(repeating: .blank, count: columns), count: rows)
  }
}
