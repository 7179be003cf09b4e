import ButtonClient
import ButtonModel
import ButtonProtocol

/// What the full-screen watch shows: buttons, the selected one, and a message.
///
/// Touches neither terminal nor socket: frames and keys go in, lines come out.
struct WatchModel {
  /// What a key asks the program to do.
  enum Command: Equatable {
    case press(String)
    case redraw
    case quit
  }

  /// The beginning of the first line.
  let title: String
  let usesColor: Bool
  /// Buttons are on a dark display.
  let isOnDark: Bool
  /// What happened last; nil shows the keys.
  var message: String?

  private(set) var selected: String?
  private var looks: [String: LookRecord] = [:]
  private var ids: [String] = []
  private var tick: UInt64 = 0
  private var revision: UInt64 = 0
  /// The index of the first visible button.
  private var top = 0
  private var page = 1

  init(title: String, usesColor: Bool, onDark: Bool = false) {
    self.title = title
    self.usesColor = usesColor
    isOnDark = onDark
  }

  // MARK: In

  mutating func take(_ part: ButtonsUpdatedNotification) {
    if part.snapshot { looks = [:] }
    for record in part.buttons { looks[record.id] = record }
    for id in part.removed { looks[id] = nil }
    tick = part.tick
    revision = part.revision
    let index = selected.flatMap { ids.firstIndex(of: $0) } ?? 0
    if part.snapshot || !part.removed.isEmpty || looks.count != ids.count {
      ids = looks.keys.naturallySorted()
    }
    // If the selected button is gone, the one at its index is selected.
    if selected.map({ looks[$0] == nil }) ?? true {
      selected = ids.isEmpty ? nil : ids[min(index, ids.count - 1)]
    }
  }

  mutating func take(_ key: WatchKey) -> Command? {
    message = nil
    switch key {
    case .up: move(by: -1)
    case .down: move(by: 1)
    case .pageUp: move(by: -page)
    case .pageDown: move(by: page)
    case .first: move(by: -ids.count)
    case .last: move(by: ids.count)
    case .press: return selected.map { .press($0) }
    case .redraw: return .redraw
    case .quit: return .quit
    }
    return nil
  }

  private mutating func move(by count: Int) {
    guard let selected, let index = ids.firstIndex(of: selected) else { return }
    self.selected = ids[min(max(index + count, 0), ids.count - 1)]
  }

  // MARK: Out

  /// The lines of a screen; none is wider than the screen.
  mutating func lines(rows: Int, columns: Int) -> [String] {
    guard rows > 0, columns > 0 else { return [] }
    page = max(1, rows - 2)
    scroll()
    let shown = ids[min(top, ids.count)...].prefix(page)
    let width = WatchModel.columnWidths(shown.compactMap { looks[$0] }, columns)
    var lines = [strong(heading.fitted(to: columns))]
    for id in shown {
      guard let record = looks[id] else { continue }
      lines.append(line(record, width, columns))
    }
    if rows == 1 { return lines.prefix(1).map { $0 } }
    while lines.count < rows - 1 { lines.append("") }
    lines.append(faint(footing.fitted(to: columns)))
    return Array(lines.prefix(rows))
  }

  private var heading: String {
    let count = ids.count == 1 ? "1 button" : "\(ids.count) buttons"
    return "\(title.printable)  \(count)  tick \(tick)  revision \(revision)"
  }

  private var footing: String {
    message?.printable ?? "↑ ↓ select   space press   q quit"
  }

  private mutating func scroll() {
    let index = selected.flatMap { ids.firstIndex(of: $0) } ?? 0
    top = min(top, index, max(0, ids.count - page))
    if index >= top + page { top = index - page + 1 }
  }

  private static func columnWidths(
    _ records: [LookRecord], _ columns: Int
  ) -> (id: Int, title: Int) {
    let id = records.map { $0.id.printable.columns }.max() ?? 0
    let title = records.map { WatchModel.title($0).columns }.max() ?? 0
    return (min(id, max(8, columns / 3)), min(title, max(8, columns / 2)))
  }

  private func line(
    _ record: LookRecord, _ width: (id: Int, title: Int), _ columns: Int
  ) -> String {
    let isSelected = record.id == selected
    var room = columns
    func piece(_ text: String, _ limit: Int, _ paint: (String) -> String) -> String {
      let text = text.fitted(to: min(limit, room))
      room -= text.columns
      return text.isEmpty ? "" : paint(text)
    }
    let plain: (String) -> String = { $0 }
    let title = WatchModel.title(record).fitted(to: width.title)
    var line = piece(isSelected ? "> " : "  ", 2, plain)
    line += piece(
      record.id.printable.fitted(to: width.id).padded(to: width.id), width.id,
      isSelected ? { strong($0) } : plain)
    line += piece("  ", 2, plain)
    if usesColor, let paint = LookLine.paint(record, onDark: isOnDark) {
      let isLost = record.status?.keys.isEmpty == false
      line += piece(" \(title) ", title.columns + 2) { text in
        let painted = LookLine.painted(text, record, paint)
        return isLost ? faint(painted) : painted
      }
    } else {
      line += piece("[\(title)]", title.columns + 2, plain)
    }
    let notes = LookLine.notes(record).printable
    if !notes.isEmpty {
      line += piece(String(repeating: " ", count: width.title - title.columns + 2), .max, plain)
      line += piece(notes, .max) { text in
        if record.status == nil { return text }
        return LookLine.isOnlyLost(record) ? faint(text) : bad(text)
      }
    }
    return line
  }

  private static func title(_ record: LookRecord) -> String {
    LookLine.title(record).printable
  }

  private func strong(_ text: String) -> String { usesColor ? Tint.strong(text) : text }
  private func faint(_ text: String) -> String { usesColor ? Tint.faint(text) : text }
  private func bad(_ text: String) -> String { usesColor ? Tint.bad(text) : text }
}
