import ButtonModel

/// The table of the buttons that clients have defined.
struct ButtonsTable: ~Copyable {
  private let replace: Statement
  private let remove: Statement
  private let present: Statement

  init(_ database: borrowing Database) throws(StateDatabaseError) {
    let replace = try database.prepare(
      "INSERT OR REPLACE INTO buttons (id, definition, revision, checksum)"
        + " VALUES (?1, ?2, ?3, ?4)")
    let remove = try database.prepare("DELETE FROM buttons WHERE id = ?1")
    let present = try database.prepare("SELECT checksum FROM buttons WHERE id = ?1")
    self.replace = replace
    self.remove = remove
    self.present = present
  }

  /// Writes the change of one button; returns the difference to the digest.
  func write(
    _ entry: JournalGroup.Entry, in database: borrowing Database
  ) throws(StateDatabaseError) -> UInt64 {
    let before = try database.checksum(with: present, of: entry.name)
    if entry.form == .absent {
      if before != nil { try database.write(with: remove) { $0.bind(1, entry.name) } }
      return 0 &- (before ?? 0)
    }
    let after = ButtonsTable.checksum(entry.name, entry.content, entry.revision)
    try database.write(with: replace) { row in
      row.bind(1, entry.name)
      row.bind(2, entry.content)
      row.bind(3, entry.revision)
      row.bind(4, after)
    }
    return after &- (before ?? 0)
  }

  /// A query for all rows, ordered by id.
  static func rows(_ database: borrowing Database) throws(StateDatabaseError) -> Statement {
    try database.prepare("SELECT id, definition, revision, checksum FROM buttons ORDER BY id")
  }

  /// Passes on the current row of `rows` and returns its checksum; nil if the row is damaged.
  static func read(
    _ rows: borrowing Statement, _ body: (JournalGroup.Entry) -> Void
  ) -> UInt64? {
    guard rows.isText(0), rows.isText(1), rows.isInt(2), rows.isInt(3) else { return nil }
    let id = rows.bytes(0)
    let definition = rows.bytes(1)
    guard ButtonDefinition.isValidID(id), rows.bits(2) <= Revision.maximumKept,
      checksum(id, definition, rows.bits(2)) == rows.bits(3)
    else { return nil }
    body(
      JournalGroup.Entry(
        subject: .button, name: id, revision: rows.bits(2), form: .json, content: definition))
    return rows.bits(3)
  }

  private static func checksum(
    _ id: UnsafeRawBufferPointer, _ definition: UnsafeRawBufferPointer, _ revision: UInt64
  ) -> UInt64 {
    var sum = RowChecksum(table: 2)
    sum.combine(id)
    sum.combine(definition)
    sum.combine(revision)
    return sum.value
  }
}
