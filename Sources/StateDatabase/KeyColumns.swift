import ButtonModel

/// The columns for state keys, with their values or with what they are derived by.
enum KeyColumns: EntryColumns {
  static let table = "keys"
  static let names = ["name", "kind", "value", "revision"]

  static func bind(_ entry: JournalGroup.Entry, to row: borrowing Statement) -> UInt64 {
    row.bind(1, entry.name)
    row.bind(2, Int64(entry.form.rawValue))
    var sum = checksum(entry.name, entry.form.rawValue, entry.revision)
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
    return sum.value
  }

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
      guard rows.isInt(2), form == .int || Double(bitPattern: rows.bits(2)).isFinite else {
        return nil
      }
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
