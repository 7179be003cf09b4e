package import ButtonModel
import Glibc
import Synchronization

/// The database of state and definitions: an SQLite file, written group by group.
///
/// Every call blocks on the disk, so calls must be made outside the loop's thread, one at a time.
/// The connection may be used from different threads in turn.
package final class StateDatabaseFile: Sendable {
  /// What was found when the database was opened.
  package struct Opening: Hashable, Sendable {
    /// The revision to go on from.
    package var revision: UInt64 = 0
    /// There was no file before.
    package var isNew = false
    /// The previous daemon did not close the file.
    package var wasUnclean = false
    /// The file was brought up to date from an older version's.
    package var isMigrated = false
    /// How many buttons it holds.
    package var buttonCount = 0
    /// What was wrong with the file that was set aside, and its path now.
    package var loss: String?
  }

  /// A backup that was made.
  package struct Backup: Hashable, Sendable {
    /// The file, which is the only one of its kind in the folder.
    package let path: String
    /// The revision that it shows.
    package let revision: UInt64
    package let byteCount: Int
  }

  package let path: String
  package let opening: Opening
  private let connection: Mutex<StateDatabaseConnection?>

  /// Opens the database in a folder, or makes one, and checks all of it. A damaged one is an error,
  /// unless its loss is accepted: then it is set aside and a new one begins empty.
  package convenience init(
    in folder: StateFolder, isStrict: Bool, acceptsLoss: Bool = false
  ) throws(StateDatabaseError) {
    try self.init(in: folder, isStrict: isStrict, acceptsLoss: acceptsLoss, schema: .current)
  }

  init(
    in folder: StateFolder, isStrict: Bool, acceptsLoss: Bool, schema: DatabaseSchema
  ) throws(StateDatabaseError) {
    let place = StateDatabasePaths(folder: folder.path)
    path = place.path
    // A backup that a crashed daemon was making.
    place.removeBackup()
    var opening = Opening()
    var found = LifeRecord()
    var opened: Database?
    // Whatever is wrong with the files, they stay as they are until everything has been examined.
    do throws(StateDatabaseError) {
      opened = try StateDatabaseFile.existing(place, schema, &opening, &found)
    } catch {
      guard error.kind == .damaged, acceptsLoss else { throw error }
      opening = Opening()
      found = StateDatabaseFile.salvage(place)
      opening.loss = "\(error.message); it is kept as \(try place.setAside())"
    }
    if opened == nil {
      opening.isNew = true
      opened = try StateDatabaseFile.create(place, schema, &opening, &found)
    }
    guard let database = opened.take() else { preconditionFailure("opened or made") }
    opening.wasUnclean = !found.isClean && opening.loss == nil
    let connection = try StateDatabaseConnection(database, found, in: place, isStrict: isStrict)
    opening.revision = connection.revision
    self.opening = opening
    self.connection = Mutex(connection)
  }

  /// The file that is there, once it has been checked; nil when there is none.
  private static func existing(
    _ place: StateDatabasePaths, _ schema: DatabaseSchema, _ opening: inout Opening,
    _ life: inout LifeRecord
  ) throws(StateDatabaseError) -> Database? {
    guard try place.exists() else {
      guard place.hasOrphans else { return nil }
      throw StateDatabaseError(.damaged, place.path, "is gone, though its log of changes is there")
    }
    let mark = try MarkFile.read(place)
    let log = try LogCheck.read(place.logPath)
    try StateDatabaseCheck.examine(log, of: place, mark)
    var examined: StateDatabaseCheck.Found?
    if log == .empty {
      // Opened to be written, the file would get a log.
      let database = try Database.open(place.path, to: .examine)
      try StateDatabaseCheck.configure(database)
      examined = try StateDatabaseCheck.examine(database, schema, mark)
    }
    let database = try Database.open(place.path)
    try StateDatabaseCheck.configure(database)
    var found: StateDatabaseCheck.Found
    if let examined {
      found = examined
    } else {
      found = try StateDatabaseCheck.examine(database, schema, mark)
    }
    guard try database.text(of: "PRAGMA journal_mode = WAL", "read") == "wal" else {
      throw StateDatabaseError(.failed, place.path, "cannot be written with a log")
    }
    if found.version < schema.version {
      opening.isMigrated = true
      // So that the log holds nothing that is not counted.
      try database.writeBack()
      try schema.migrate(database)
      try database.writeBack()
      let migrated = try LifeTable.read(database)
      found = try StateDatabaseCheck.examine(
        database, schema, migrated.map { DatabaseMark(reached: $0) })
    }
    life = found.life
    opening.buttonCount = found.buttonCount
    return database
  }

  /// Makes a file that is whole from the first moment it has its name.
  private static func create(
    _ place: StateDatabasePaths, _ schema: DatabaseSchema, _ opening: inout Opening,
    _ life: inout LifeRecord
  ) throws(StateDatabaseError) -> Database {
    place.removeNew()
    do throws(StateDatabaseError) {
      let database = try Database.open(place.newPath, to: .create)
      try database.run("PRAGMA synchronous = FULL", "set up")
      try schema.create(in: database, life)
      guard chmod(place.newPath, 0o600) == 0 else {
        throw .system("close to others", place.newPath)
      }
    } catch {
      place.removeNew()
      throw error
    }
    try place.adoptNew()
    guard let database = try existing(place, schema, &opening, &life) else {
      preconditionFailure("it was made")
    }
    return database
  }

  /// What damaged files still say about revisions, which must not go back, as a life without rows.
  static func salvage(_ place: StateDatabasePaths) -> LifeRecord {
    var reached: UInt64 = 0
    if let mark = try? MarkFile.read(place) { reached = mark.revision + LifeRecord.reserve }
    if let database = try? Database.open(place.path) {
      try? StateDatabaseCheck.configure(database)
      if let life = try? LifeTable.read(database) {
        reached = max(reached, life.revision, life.reserved)
      }
    }
    return LifeRecord(revision: min(reached, Revision.maximumKept))
  }

  /// Makes ``next()`` return everything that is kept, from the first entry on.
  package func rewind() throws(StateDatabaseError) {
    try withConnection { (connection) throws(StateDatabaseError) in try connection.rewind() }
  }

  /// The next entries that are kept, keys before buttons, leases and what is of a fleet; nil when there are no more.
  package func next() throws(StateDatabaseError) -> JournalGroup? {
    try withConnection { (connection) throws(StateDatabaseError) in try connection.next() }
  }

  /// Writes a group, all of it or nothing. Strict: it is on the disk when this returns.
  package func commit(_ group: JournalGroup) throws(StateDatabaseError) {
    try withConnection { (connection) throws(StateDatabaseError) in try connection.commit(group) }
  }

  /// Copies a part of everything into a backup, the folder's other files with the last part; nil while
  /// more is to be copied. Groups may be written in between, and are in the backup too.
  package func backUp() throws(StateDatabaseError) -> Backup? {
    try withConnection { (connection) throws(StateDatabaseError) in try connection.backUp() }
  }

  /// Notes that the daemon stops with everything up to `revision` kept, and closes the file.
  package func close(at revision: UInt64) throws(StateDatabaseError) {
    try withConnection { (connection) throws(StateDatabaseError) in try connection.end(at: revision)
    }
    abandon()
  }

  /// Closes the file as it is: the next start takes it for a stop that was not clean.
  package func abandon() {
    connection.withLock { $0 = nil }
  }

  private func withConnection<Result: Sendable>(
    _ body: (StateDatabaseConnection) throws(StateDatabaseError) -> Result
  ) throws(StateDatabaseError) -> Result {
    let result = try connection.withLockIfAvailable { (connection) throws(StateDatabaseError) in
      guard let connection else { throw StateDatabaseError(.failed, path, "is closed") }
      return try body(connection)
    }
    guard let result else { preconditionFailure("the state database does one thing at a time") }
    return result
  }
}
