import ButtonModel

/// What is looked at before a file is trusted.
enum JournalCheck {
  /// Sets up a connection, whatever the file holds.
  static func configure(_ database: borrowing Database) throws(JournalError) {
    // Alone with the file, SQLite keeps the log's index in memory of its own.
    try database.run("PRAGMA locking_mode = EXCLUSIVE", "lock")
    try database.run("PRAGMA cell_size_check = ON", "set up")
    try database.run("PRAGMA mmap_size = 0", "set up")
    try database.run("PRAGMA temp_store = MEMORY", "set up")
    try database.run("PRAGMA cache_size = -512", "set up")
    try database.run("PRAGMA journal_size_limit = 4194304", "set up")
  }

  /// Refuses a file that is not ours, or not as it was written; brings an older one up to date.
  static func examine(
    _ database: borrowing Database, _ schema: Schema
  ) throws(JournalError) -> (life: JournalLife, isMigrated: Bool, buttonCount: Int) {
    let application = try database.int(of: "PRAGMA application_id", "read")
    guard application == Int64(Schema.applicationID) else {
      throw JournalError(.damaged, database.path, "is no journal of buttond")
    }
    guard let mode = try database.text(of: "PRAGMA journal_mode = WAL", "read"), mode == "wal"
    else { throw JournalError(.failed, database.path, "cannot be written with a log") }
    if let complaint = try database.text(of: "PRAGMA quick_check(1)", "check"), complaint != "ok" {
      throw JournalError(.damaged, database.path, "is damaged: \(complaint)")
    }
    let isMigrated = try schema.migrate(database)
    guard let life = try LifeTable.read(database) else { throw damagedRow(database.path) }
    _ = try check(try KeyTable.rows(database), in: database) { KeyTable.read($0) { _ in } }
    let buttonCount = try check(try ButtonTable.rows(database), in: database) {
      ButtonTable.read($0) { _ in }
    }
    return (life, isMigrated, buttonCount)
  }

  /// Looks at every row, and counts them.
  private static func check(
    _ rows: borrowing Statement, in database: borrowing Database,
    _ isSound: (borrowing Statement) -> Bool
  ) throws(JournalError) -> Int {
    // A page that stands where another should brings names twice or out of order, and each of its rows
    // is as it was written.
    var last: [UInt8] = []
    var count = 0
    while try database.step(rows, "read") {
      guard isSound(rows) else { throw damagedRow(database.path) }
      let name = rows.bytes(0)
      // No name is empty, so the first comes after nothing.
      guard last.lexicographicallyPrecedes(name) else {
        throw JournalError(.damaged, database.path, "is damaged: its rows are not in order")
      }
      last.removeAll(keepingCapacity: true)
      last.append(contentsOf: name)
      count += 1
    }
    return count
  }

  /// What is said of a row that is not as it was written.
  static func damagedRow(_ path: String) -> JournalError {
    JournalError(.damaged, path, "is damaged: a row is not as it was written")
  }
}
