import ButtonModel

/// The table of the leases that state keys belong to.
struct LeasesTable: ~Copyable {
  private let replace: Statement
  private let remove: Statement
  private let present: Statement

  init(_ database: borrowing Database) throws(StateDatabaseError) {
    let replace = try database.prepare(
      "INSERT OR REPLACE INTO leases (key, lease, checksum) VALUES (?1, ?2, ?3)")
    let remove = try database.prepare("DELETE FROM leases WHERE key = ?1")
    let present = try database.prepare("SELECT checksum FROM leases WHERE key = ?1")
    self.replace = replace
    self.remove = remove
    self.present = present
  }

  /// Writes which lease one key belongs to; returns the difference to the digest.
  func write(
    _ entry: JournalGroup.Entry, in database: borrowing Database
  ) throws(StateDatabaseError) -> UInt64 {
    let before = try database.checksum(with: present, of: entry.name)
    if entry.form == .absent {
      if before != nil { try database.write(with: remove) { $0.bind(1, entry.name) } }
      return 0 &- (before ?? 0)
    }
    let after = LeasesTable.checksum(entry.name, entry.content)
    try database.write(with: replace) { row in
      row.bind(1, entry.name)
      row.bind(2, entry.content)
      row.bind(3, after)
    }
    return after &- (before ?? 0)
  }

  /// A query for all rows, ordered by key.
  static func rows(_ database: borrowing Database) throws(StateDatabaseError) -> Statement {
    try database.prepare("SELECT key, lease, checksum FROM leases ORDER BY key")
  }

  /// Passes on the current row of `rows` and returns its checksum; nil if the row is damaged.
  static func read(
    _ rows: borrowing Statement, _ body: (JournalGroup.Entry) -> Void
  ) -> UInt64? {
    guard rows.isText(0), rows.isText(1), rows.isInt(2) else { return nil }
    let key = rows.bytes(0)
    let lease = rows.bytes(1)
    guard StateKey.isValid(key), LeaseName.isValid(lease), checksum(key, lease) == rows.bits(2)
    else { return nil }
    body(
      JournalGroup.Entry(subject: .lease, name: key, revision: 0, form: .string, content: lease))
    return rows.bits(2)
  }

  private static func checksum(
    _ key: UnsafeRawBufferPointer, _ lease: UnsafeRawBufferPointer
  ) -> UInt64 {
    var sum = RowChecksum(table: 6)
    sum.combine(key)
    sum.combine(lease)
    return sum.value
  }
}
