import ButtonModel
import Glibc

/// The checks before a file is trusted. Nothing here writes.
enum StateDatabaseCheck {
  struct Found {
    /// For layouts older than ``DatabaseSchema/firstCounted``, the rest is not known yet.
    var version: Int
    var life = LifeRecord()
    var buttonCount = 0
  }

  /// Independent of the file's content.
  static func configure(_ database: borrowing Database) throws(StateDatabaseError) {
    // With exclusive access, SQLite keeps the log's index in private memory.
    try database.run("PRAGMA locking_mode = EXCLUSIVE", "lock")
    try database.run("PRAGMA temp_store = MEMORY", "set up")
    try database.run("PRAGMA cache_size = -512", "set up")
    try database.run("PRAGMA journal_size_limit = 4194304", "set up")
  }

  /// Throws if a log has lost more than a crash can explain.
  static func examine(
    _ log: LogCheck, of place: StateDatabasePaths, _ mark: DatabaseMark?
  ) throws(StateDatabaseError) {
    guard case .damaged(let frame) = log else { return }
    // The mark says whether anything is missing while the machine has been up. Relaxed, a machine
    // that went down may have written the log in any order.
    if let mark, mark.boot.isPresent || !mark.isStrict { return }
    throw StateDatabaseError(
      .damaged, place.logPath,
      "is damaged: its frame \(frame) is not as it was written, and changes that follow it are there"
    )
  }

  /// Throws if a file is not a state database, damaged or incomplete. A backup has further tables.
  static func examine(
    _ database: borrowing Database, _ schema: DatabaseSchema, _ mark: DatabaseMark?,
    isBackup: Bool = false
  ) throws(StateDatabaseError) -> Found {
    let application = try database.int(of: "PRAGMA application_id", "read")
    guard application == Int64(DatabaseSchema.applicationID) else {
      throw StateDatabaseError(.damaged, database.path, "is not a state database of buttond")
    }
    try examineHeader(of: database.path)
    var found = Found(version: try schema.found(in: database))
    // First of all: other checks evaluate what the file defines.
    try examineSchema(of: database, found.version, isBackup: isBackup)
    if let complaint = try database.text(of: "PRAGMA quick_check(1)", "check"), complaint != "ok" {
      throw StateDatabaseError(.damaged, database.path, "is damaged: \(complaint)")
    }
    guard found.version >= DatabaseSchema.firstCounted else { return found }
    guard let life = try LifeTable.read(database) else { throw damagedRow(database.path) }
    let (digest, buttonCount) = try rows(database, of: found.version)
    try examine(life, mark, database.path)
    guard digest == life.digest else {
      throw StateDatabaseError(
        .damaged, database.path,
        "is damaged: rows are missing or older than they should be; it may be a copy that was taken"
          + " while a daemon wrote to it")
    }
    found.life = life
    found.buttonCount = buttonCount
    return found
  }

  /// Throws for a format that SQLite does not know: it would open the file and refuse every change.
  ///
  /// Bytes 18 and 19 of the header are 1 for a journal that is rolled back, 2 for a log
  /// (https://sqlite.org/fileformat2.html#the_database_header).
  private static func examineHeader(of path: String) throws(StateDatabaseError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system("open", path) }
    defer { close(descriptor) }
    var versions: [UInt8] = [0, 0]
    guard pread(descriptor, &versions, 2, 18) >= 0 else { throw .system("read", path) }
    guard versions.allSatisfy({ (1...2).contains($0) }) else {
      throw StateDatabaseError(
        .damaged, path, "is damaged: its format is \(versions[0]) and \(versions[1])")
    }
  }

  /// Throws if a file defines anything but what its layout consists of.
  private static func examineSchema(
    of database: borrowing Database, _ version: Int, isBackup: Bool
  ) throws(StateDatabaseError) {
    let others = isBackup ? BackupTables.tables : []
    guard
      let complaint = try DatabaseSchema.complaint(about: database, of: version, with: others)
    else { return }
    if !isBackup,
      try DatabaseSchema.complaint(about: database, of: version, with: BackupTables.tables) == nil
    {
      throw StateDatabaseError(
        .failed, database.path, "is a backup",
        advice: "move it out of the folder, and put it in place with `buttonctl restore`")
    }
    throw StateDatabaseError(.damaged, database.path, "is damaged: \(complaint)")
  }

  /// Throws if a database lacks changes that are known to have been written.
  private static func examine(
    _ life: LifeRecord, _ mark: DatabaseMark?, _ path: String
  ) throws(StateDatabaseError) {
    guard let mark else {
      if life.isClean { return }
      throw StateDatabaseError(
        .damaged, path,
        "was in use when it was last written, and \(path)-mark, which says how far it goes, is"
          + " missing: it is part of a copy of a running daemon's folder, or files were removed")
    }
    guard life.number < mark.needed else { return }
    throw StateDatabaseError(
      .damaged, path,
      "goes to revision \(life.revision), though changes up to revision \(mark.revision) were written"
        + " (\(mark.needed - life.number) groups are missing): \(path)-wal, the log of changes, is"
        + " damaged, cut off or gone, or this is a copy that was taken while a daemon wrote to it")
  }

  /// Returns the sum of the checksums and the number of buttons.
  static func rows(
    _ database: borrowing Database, of version: Int = DatabaseSchema.current.version
  ) throws(StateDatabaseError) -> (digest: UInt64, buttonCount: Int) {
    let keys = try check(KeyColumns.self, in: database)
    let buttons = try check(ButtonColumns.self, in: database)
    var digest = keys.digest &+ buttons.digest
    if version >= DatabaseSchema.firstWithLeases {
      digest &+= try check(LeaseColumns.self, in: database).digest
    }
    if version >= DatabaseSchema.firstWithFleet {
      digest &+= try check(ScopeColumns.self, in: database).digest
      digest &+= try check(RequestColumns.self, in: database).digest
    }
    if version >= DatabaseSchema.firstWithGroups {
      digest &+= try check(GroupColumns.self, in: database).digest
    }
    if version >= DatabaseSchema.firstWithImages {
      digest &+= try check(ImageColumns.self, in: database).digest
    }
    return (digest, buttons.count)
  }

  private static func check<Columns: EntryColumns>(
    _ columns: Columns.Type, in database: borrowing Database
  ) throws(StateDatabaseError) -> (digest: UInt64, count: Int) {
    let rows = try columns.rows(database)
    // A misplaced page has intact rows but brings names twice or out of order.
    var last: [UInt8] = []
    var digest: UInt64 = 0
    var count = 0
    while try database.step(rows, "read") {
      guard let sum = columns.read(rows, { _ in }) else { throw damagedRow(database.path) }
      let name = rows.bytes(0)
      // No name is empty, so the first one is greater than the initial value.
      guard last.lexicographicallyPrecedes(name) else {
        throw StateDatabaseError(.damaged, database.path, "is damaged: its rows are not in order")
      }
      last.removeAll(keepingCapacity: true)
      last.append(contentsOf: name)
      digest &+= sum
      count += 1
    }
    return (digest, count)
  }

  static func damagedRow(_ path: String) -> StateDatabaseError {
    StateDatabaseError(.damaged, path, "is damaged: a row is not as it was written")
  }
}
