import ButtonModel

/// The table of state keys, with their values or with what they are derived by.
struct KeysTable: ~Copyable {
  private let replace: Statement
  private let remove: Statement
  private let present: Statement

  init(_ database: borrowing Database) throws(StateDatabaseError) {
    let replace = try database.prepare(
      "INSERT OR REPLACE INTO keys (name, kind, value, revision, checksum)"
        + " VALUES (?1, ?2, ?3, ?4, ?5)")
    let remove = try database.prepare("DELETE FROM keys WHERE name = ?1")
    let present = try database.prepare("SELECT checksum FROM keys WHERE name = ?1")
    self.replace = replace
    self.remove = remove
    self.present = present
  }

  /// Writes the change of one key; returns the difference to the digest.
  func write(
    _ entry: JournalGroup.Entry, in database: borrowing Database
  ) throws(StateDatabaseError) -> UInt64 {
    let before = try database.checksum(with: present, of: entry.name)
    if entry.form == .absent {
      if before != nil { try database.write(with: remove) { $0.bind(1, entry.name) } }
      return 0 &- (before ?? 0)
    }
    var after: UInt64 = 0
    try database.write(with: replace) { row in
      row.bind(1, entry.name)
      row.bind(2, Int64(entry.form.rawValue))
      var sum = KeysTable.checksum(entry.name, entry.form.rawValue, entry.revision)
      switch entry.form {
      case .absent, .null: row.bindNull(3)
      case .bool:
        row.bind(3, Int64(entry.content[0]))
        sum.combine(UInt64(entry.content[0]))
      case .int, .double:
        let bits = UInt64(littleEndian: entry.content.loadUnaligned(as: UInt64.self))
        row.bind(3, bits)
        sum.combine(bits)
      case .string, .json, .expression, .template:
        row.bind(3, entry.content)
        sum.combine(entry.content)
      }
      row.bind(4, entry.revision)
      row.bind(5, sum.value)
      after = sum.value
    }
    return after &- (before ?? 0)
  }

  /// A query for all rows, ordered by name.
  static func rows(_ database: borrowing Database) throws(StateDatabaseError) -> Statement {
    try database.prepare("SELECT name, kind, value, revision, checksum FROM keys ORDER BY name")
  }

  /// Passes on the current row of `rows` and returns its checksum; nil if the row is damaged.
  static func read(
    _ rows: borrowing Statement, _ body: (JournalGroup.Entry) -> Void
  ) -> UInt64? {
    guard rows.isText(0), rows.isInt(1), rows.isInt(3), rows.isInt(4),
      let kind = UInt8(exactly: rows.int(1)), let form = JournalGroup.Form(rawValue: kind)
    else { return nil }
    let name = rows.bytes(0)
    guard StateKey.isValid(name), rows.bits(3) <= Revision.maximumKept else { return nil }
    var sum = checksum(name, kind, rows.bits(3))
    func hand(_ content: UnsafeRawBufferPointer) -> UInt64? {
      guard sum.value == rows.bits(4) else { return nil }
      body(
        JournalGroup.Entry(
          subject: .key, name: name, revision: rows.bits(3), form: form, content: content))
      return sum.value
    }
    switch form {
    case .absent: return nil
    case .null:
      guard rows.isNull(2) else { return nil }
      return hand(UnsafeRawBufferPointer(start: nil, count: 0))
    case .bool:
      guard rows.isInt(2), let bit = UInt8(exactly: rows.int(2)) else { return nil }
      sum.combine(UInt64(bit))
      return withUnsafeBytes(of: bit) { hand($0) }
    case .int, .double:
      guard rows.isInt(2) else { return nil }
      sum.combine(rows.bits(2))
      return withUnsafeBytes(of: rows.bits(2).littleEndian) { hand($0) }
    case .string, .json, .expression, .template:
      guard rows.isText(2) else { return nil }
      sum.combine(rows.bytes(2))
      return hand(rows.bytes(2))
    }
  }

  private static func checksum(
    _ name: UnsafeRawBufferPointer, _ kind: UInt8, _ revision: UInt64
  ) -> RowChecksum {
    var sum = RowChecksum(table: 1)
    sum.combine(name)
    sum.combine(UInt64(kind))
    sum.combine(revision)
    return sum
  }
}
