import ButtonModel

/// The columns for how far scopes of a fleet have been read.
enum ScopeColumns: EntryColumns {
  static let table = "scopes"
  static let names = ["name", "record"]

  static func bind(_ entry: JournalGroup.Entry, to row: borrowing Statement) -> UInt64 {
    row.bind(1, entry.name)
    row.bind(2, entry.content)
    return checksum(entry.name, entry.content)
  }

  static func read(
    _ rows: borrowing Statement, _ body: (JournalGroup.Entry) -> Void
  ) -> UInt64? {
    guard rows.isText(0), rows.isText(1), rows.isInt(2) else { return nil }
    let (name, record) = (rows.bytes(0), rows.bytes(1))
    guard !name.isEmpty, name.count <= 255, checksum(name, record) == rows.bits(2) else {
      return nil
    }
    body(
      JournalGroup.Entry(subject: .scope, name: name, revision: 0, form: .json, content: record))
    return rows.bits(2)
  }

  private static func checksum(
    _ name: UnsafeRawBufferPointer, _ record: UnsafeRawBufferPointer
  ) -> UInt64 {
    var sum = RowChecksum(table: 7)
    sum.combine(name)
    sum.combine(record)
    return sum.value
  }
}

/// The columns for requests to scopes of a fleet that are not stable yet.
enum RequestColumns: EntryColumns {
  static let table = "outbox"
  static let names = ["name", "record", "place"]

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
    let (name, record, place) = (rows.bytes(0), rows.bytes(1), rows.bits(2))
    guard !name.isEmpty, name.count <= 255, checksum(name, record, place) == rows.bits(3) else {
      return nil
    }
    body(
      JournalGroup.Entry(
        subject: .request, name: name, revision: place, form: .json, content: record))
    return rows.bits(3)
  }

  private static func checksum(
    _ name: UnsafeRawBufferPointer, _ record: UnsafeRawBufferPointer, _ place: UInt64
  ) -> UInt64 {
    var sum = RowChecksum(table: 8)
    sum.combine(name)
    sum.combine(record)
    sum.combine(place)
    return sum.value
  }
}
