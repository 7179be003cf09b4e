import ButtonModel
import ButtonProtocol

/// A button's look in one row of a table.
enum LookLine {
  /// Adds the row: tick, id, title, colours, and anything unusual.
  static func add(_ record: LookRecord, tick: UInt64, to table: inout Table, usesColor: Bool) {
    let look = record.appearance ?? AppearanceMembers()
    let (front, back) = (text(look["titleColor"]), text(look["backgroundColor"]))
    let title = title(record)
    var cell = Table.Cell(title)
    if usesColor, let paint = paint(record) {
      cell = Table.Cell(" \(title) ", paint: paint.callAsFunction)
    }
    let colors = "\(front ?? "-") on \(back ?? "-")"
    table.add("\(tick)", Table.Cell(record.id), cell, Table.Cell(colors), Table.Cell(notes(record)))
  }

  /// The button's title, with a mark if it has a menu.
  static func title(_ record: LookRecord) -> String {
    let title = text(record.appearance?["title"]) ?? ""
    return record.appearance?["menu"] == nil ? title : title.isEmpty ? "▾" : "\(title) ▾"
  }

  /// The button's own colours; nil without a background.
  static func paint(_ record: LookRecord) -> Paint? {
    Paint(
      text: text(record.appearance?["titleColor"]),
      ground: text(record.appearance?["backgroundColor"]))
  }

  /// Why a button does not look as it should.
  static func trouble(_ status: LookStatus) -> String {
    let form = status.fallback ? " (fallback)" : status.stale ? " (stale)" : ""
    let parts = [status.reason + form, status.plugin, status.message]
    let text = parts.filter { !$0.isEmpty }.joined(separator: ": ")
    if status.keys.isEmpty || status.reason == "sourceLost" { return text }
    return text + "; what feeds \(status.keys.map(\.string).joined(separator: ", ")) is gone"
  }

  /// Whether only what feeds the button's state is gone.
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
    if let status = record.status {
      notes.append(isOnlyLost(record) ? "○ lost: \(status.message)" : "! " + trouble(status))
    }
    return notes.joined(separator: ", ")
  }

  private static func text(_ value: StateValue?) -> String? {
    if case .string(let text) = value { text.string } else { nil }
  }
}
