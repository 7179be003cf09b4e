import ButtonModel
import ButtonProtocol

/// A button's look in one row of a table.
enum LookLine {
  /// Tick, id, title, colours, and anything unusual.
  static func add(
    _ record: LookRecord, tick: UInt64, to table: inout Table, usesColor: Bool, onDark: Bool
  ) {
    let look = record.appearance ?? AppearanceMembers()
    let (front, back) = (text(look["titleColor"]), text(look["backgroundColor"]))
    let title = title(record)
    var cell = Table.Cell(title)
    if usesColor, let paint = paint(record, onDark: onDark) {
      cell = Table.Cell(" \(title) ", paint: { painted($0, record, paint) })
    }
    let colors = "\(front ?? "-") on \(back ?? "-")"
    table.add("\(tick)", Table.Cell(record.id), cell, Table.Cell(colors), Table.Cell(notes(record)))
  }

  /// Returns the title, with a mark if the button has a menu.
  static func title(_ record: LookRecord) -> String {
    let title = text(record.appearance?["title"]) ?? ""
    return record.appearance?["menu"] == nil ? title : title.isEmpty ? "▾" : "\(title) ▾"
  }

  /// Nil without a background.
  static func paint(_ record: LookRecord, onDark: Bool = false) -> Paint? {
    Paint(
      text: text(record.appearance?["titleColor"]),
      ground: text(record.appearance?["backgroundColor"]),
      weight: text(record.appearance?["titleFontWeight"]),
      isItalic: record.appearance?["titleItalic"] == .bool(true), onDark: onDark)
  }

  /// Empty for a title without runs.
  static func runs(_ record: LookRecord) -> [TextRun] {
    guard case .json(let json)? = record.appearance?["titleRuns"] else { return [] }
    return (try? TextRun.runs(json)) ?? []
  }

  /// Bold where there are only two weights.
  static func isHeavy(_ run: TextRun) -> Bool {
    (run.fontWeight?.rawValue ?? 0) >= FontWeight.semibold.rawValue
  }

  /// Paints the title in the button's colours, or its runs in theirs if all of it shows. Progress
  /// fills the ground of as many columns.
  static func painted(_ title: String, _ record: LookRecord, _ paint: Paint) -> String {
    let runs = runs(record)
    let text = TextRun.joined(runs).string
    var pieces: [(text: String, paint: Paint)] = [(title, paint)]
    if !runs.isEmpty, text.printable == text, title.hasPrefix(" \(text)") {
      pieces = [(" ", paint)]
      for run in runs { pieces.append((run.text.string, paint.of(run))) }
      pieces.append((String(title.dropFirst(text.count + 1)), paint))
    }
    let color = self.text(record.appearance?["progressColor"])
    var room = Int((Double(title.columns) * min(max(progress(record) ?? 0, 0), 1)).rounded())
    var painted = ""
    for piece in pieces {
      var filled = ""
      for character in piece.text {
        guard room > 0, character.columns <= room else {
          room = 0
          break
        }
        room -= character.columns
        filled.append(character)
      }
      if !filled.isEmpty { painted += piece.paint.filled(with: color)(filled) }
      let rest = String(piece.text.dropFirst(filled.count))
      if !rest.isEmpty { painted += piece.paint(rest) }
    }
    return painted
  }

  /// Nil if the look has none.
  static func progress(_ record: LookRecord) -> Double? {
    switch record.appearance?["progress"] {
    case .int(let number)?: Double(number)
    case .double(let number)?: number
    default: nil
    }
  }

  static func trouble(_ status: LookStatus) -> String {
    let form = status.fallback ? " (fallback)" : status.stale ? " (stale)" : ""
    let parts = [status.reason + form, status.plugin, status.message]
    let text = parts.filter { !$0.isEmpty }.joined(separator: ": ")
    guard status.reason != "sourceLost", let loss = status.loss else { return text }
    return "\(text); \(loss)"
  }

  /// Only what feeds the button's state is gone.
  static func isOnlyLost(_ record: LookRecord) -> Bool { record.status?.reason == "sourceLost" }

  /// Anything unusual.
  static func notes(_ record: LookRecord) -> String {
    let look = record.appearance ?? AppearanceMembers()
    var notes: [String] = []
    if look["isEnabled"] == .bool(false) { notes.append("disabled") }
    for (name, word) in [
      ("isSelected", "selected"), ("isHighlighted", "highlighted"), ("isBusy", "busy"),
      ("isHovered", "hovered"),
    ] as [(UTF8String, String)] where look[name] == .bool(true) {
      notes.append(word)
    }
    if let progress = progress(record) { notes.append("\(Appearance.percentage(of: progress))%") }
    if let status = record.status {
      notes.append(isOnlyLost(record) ? "○ lost: \(status.message)" : "! " + trouble(status))
    }
    return notes.joined(separator: ", ")
  }

  private static func text(_ value: StateValue?) -> String? {
    if case .string(let text) = value { text.string } else { nil }
  }
}
