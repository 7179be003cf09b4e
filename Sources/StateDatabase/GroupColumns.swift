import ButtonModel

/// The columns for the groups of buttons that clients have defined.
enum GroupColumns: EntryColumns {
  static let table = "groups"
  static let names = ["id", "definition", "revision"]

  static func bind(_ entry: JournalGroup.Entry, to row: borrowing Statement) -> UInt64 {
    row.bind(1, entry.name)
    row.bind(2, entry.content)
    row.bind(3, entry.revision)
    return checksum(entry.name, entry.content, entry.revision)
  }

  static func read(
    _ rows: borrowing Statement, _ body: (JournalGroup.Entry) -> Void
  ) -> UInt64? {
    guard rows.isText(0), rows.isText(1), rows.isInt(2), rows.isInt(3) else { return nil }
    let id = rows.bytes(0)
    let definition = rows.bytes(1)
    guard !id.isEmpty, id.count <= ButtonDefinition.maximumIDBytes,
      rows.bits(2) <= Revision.maximumKept,
      checksum(id, definition, rows.bits(2)) == rows.bits(3)
    else { return nil }
    body(
      JournalGroup.Entry(
        subject: .group, name: id, revision: rows.bits(2), form: .json, content: definition))
    return rows.bits(3)
  }

  private static func checksum(
    _ id: UnsafeRawBufferPointer, _ definition: UnsafeRawBufferPointer, _ revision: UInt64
  ) -> UInt64 {
    var sum = RowChecksum(table: 9)
    sum.combine(id)
    sum.combine(definition)
    sum.combine(revision)
    return sum.value
  }
}
