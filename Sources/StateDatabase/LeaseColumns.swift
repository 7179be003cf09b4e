import ButtonModel

/// The columns for the leases that state keys belong to.
enum LeaseColumns: EntryColumns {
  static let table = "leases"
  static let names = ["key", "lease"]

  static func bind(_ entry: JournalGroup.Entry, to row: borrowing Statement) -> UInt64 {
    row.bind(1, entry.name)
    row.bind(2, entry.content)
    return checksum(entry.name, entry.content)
  }

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
