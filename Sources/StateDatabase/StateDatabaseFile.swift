package import ButtonModel
import Glibc
import Synchronization

/// The database of state and definitions: an SQLite file, written group by group.
///
/// Every call blocks on the disk: call outside the loop's thread, one at a time, on any thread.
package final class StateDatabaseFile: Sendable {
  /// What was found when the database was opened.
  package struct Opening: Hashable, Sendable {
    /// The revision to go on from.
    package var revision: UInt64 = 0
    /// There was no file before.
    package var isNew = false
    /// The previous daemon did not close the file.
    package var wasUnclean = false
    /// The file had an older layout.
    package var isMigrated = false
    package var buttonCount = 0
    /// What was wrong with the file that was set aside, and where that is now.
    package var loss: String?
  }

  package struct Backup: Hashable, Sendable {
    /// The only backup in the folder.
    package let path: String
    package let revision: UInt64
    package let byteCount: Int
  }

  package let path: String
  package let opening: Opening
  private let connection: Mutex<StateDatabaseConnection?>

  /// Opens or makes the database in a folder, and checks all of it. Damage is an error, unless its
  /// loss is accepted: then the file is set aside and a new one begins empty.
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
    // A crashed daemon may have been making one.
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

  /// Checks the file; nil when there is none.
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
      // Opened for writing, the file would get a log.
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

  /// The file is whole from the moment when it has its name.
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

  /// A record without rows: what damaged files still say about revisions, which must not go back.
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

  /// Lets ``next()`` return everything from the first entry on.
  package func rewind() throws(StateDatabaseError) {
    try withConnection { (connection) throws(StateDatabaseError) in try connection.rewind() }
  }

  /// Keys, then groups, buttons, leases, scopes and requests of a fleet, and images; nil at the
  /// end.
  package func next() throws(StateDatabaseError) -> JournalGroup? {
    try withConnection { (connection) throws(StateDatabaseError) in try connection.next() }
  }

  /// All or nothing. Strict: the group is on disk on return.
  package func commit(_ group: JournalGroup) throws(StateDatabaseError) {
    try withConnection { (connection) throws(StateDatabaseError) in try connection.commit(group) }
  }

  /// Copies a part of everything into a backup, with the folder's other files in the last part; nil
  /// while there is more to copy. Groups written in between are in the backup, too.
  package func backUp() throws(StateDatabaseError) -> Backup? {
    try withConnection { (connection) throws(StateDatabaseError) in try connection.backUp() }
  }

  /// Notes a clean stop with everything up to `revision` kept, and closes the file.
  package func close(at revision: UInt64) throws(StateDatabaseError) {
    try withConnection { (connection) throws(StateDatabaseError) in try connection.end(at: revision)
    }
    abandon()
  }

  /// Closes the file as it is: the next start takes this for an unclean stop.
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
