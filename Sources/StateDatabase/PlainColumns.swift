import ButtonModel

/// Columns that hold an entry's name and content as text and, in a third, its revision.
protocol PlainColumns: EntryColumns {
  static var subject: JournalGroup.Subject { get }
  static var form: JournalGroup.Form { get }
  /// The table's number in checksums; no other table has it.
  static var number: UInt64 { get }

  /// `revision` is 0 where there is no third column.
  static func isValid(
    _ name: UnsafeRawBufferPointer, _ content: UnsafeRawBufferPointer, _ revision: UInt64
  ) -> Bool
}

extension PlainColumns {
  static var form: JournalGroup.Form { .json }

  static func bind(_ entry: JournalGroup.Entry, to row: borrowing Statement) -> UInt64 {
    row.bind(1, entry.name)
    row.bind(2, entry.content)
    if hasRevision { row.bind(3, entry.revision) }
    return checksum(entry.name, entry.content, entry.revision)
  }

  static func read(
    _ rows: borrowing Statement, _ body: (JournalGroup.Entry) -> Void
  ) -> UInt64? {
    let last = CInt(names.count)
    guard rows.isText(0), rows.isText(1), !hasRevision || rows.isInt(2), rows.isInt(last) else {
      return nil
    }
    let (name, content) = (rows.bytes(0), rows.bytes(1))
    let revision = hasRevision ? rows.bits(2) : 0
    guard isValid(name, content, revision),
      checksum(name, content, revision) == rows.bits(last)
    else { return nil }
    body(
      JournalGroup.Entry(
        subject: subject, name: name, revision: revision, form: form, content: content))
    return rows.bits(last)
  }

  private static var hasRevision: Bool { names.count > 2 }

  private static func checksum(
    _ name: UnsafeRawBufferPointer, _ content: UnsafeRawBufferPointer, _ revision: UInt64
  ) -> UInt64 {
    var sum = RowChecksum(table: number)
    sum.combine(name)
    sum.combine(content)
    if hasRevision { sum.combine(revision) }
    return sum.value
  }
}
