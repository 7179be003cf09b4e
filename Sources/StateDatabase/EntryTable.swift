import ButtonModel

/// The columns of a table with a row for each journal entry of one subject.
protocol EntryColumns: SendableMetatype {
  static var table: String { get }
  /// The columns without the last one, `checksum`; the first has the entry's name.
  static var names: [String] { get }

  /// Binds an entry to a row's parameters, but not the checksum, which it returns.
  static func bind(_ entry: JournalGroup.Entry, to row: borrowing Statement) -> UInt64

  /// Passes on the current row of a query for all columns; returns its checksum, or nil for a
  /// damaged row.
  static func read(
    _ rows: borrowing Statement, _ body: (JournalGroup.Entry) -> Void
  ) -> UInt64?
}

extension EntryColumns {
  /// Ordered by name.
  static func rows(_ database: borrowing Database) throws(StateDatabaseError) -> Statement {
    try database.prepare("SELECT \(list) FROM \(table) ORDER BY \(names[0])")
  }

  fileprivate static var list: String { (names + ["checksum"]).joined(separator: ", ") }
}

/// A table with a row for each journal entry of one subject.
struct EntryTable<Columns: EntryColumns>: ~Copyable {
  private let replace: Statement
  private let remove: Statement
  private let present: Statement
  /// The number of columns; also the parameter of the checksum.
  private let count: Int

  init(_ database: borrowing Database) throws(StateDatabaseError) {
    let (table, name, count) = (Columns.table, Columns.names[0], Columns.names.count + 1)
    let parameters = (1...count).map { "?\($0)" }.joined(separator: ", ")
    let replace = try database.prepare(
      "INSERT OR REPLACE INTO \(table) (\(Columns.list)) VALUES (\(parameters))")
    let remove = try database.prepare("DELETE FROM \(table) WHERE \(name) = ?1")
    let present = try database.prepare("SELECT checksum FROM \(table) WHERE \(name) = ?1")
    self.replace = replace
    self.remove = remove
    self.present = present
    self.count = count
  }

  /// Returns the difference to the digest.
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
      after = Columns.bind(entry, to: row)
      row.bind(CInt(count), after)
    }
    return after &- (before ?? 0)
  }
}
