import ButtonModel

/// The open file with its compiled statements: one owner, one thread at a time.
final class StateDatabaseConnection {
  /// The rows to return next.
  private enum Replay: ~Copyable {
    case rows(Rows)
    case done

    /// The remaining rows of a table.
    struct Rows: ~Copyable {
      let statement: Statement
      /// The index in ``tables``.
      let table: Int
    }

    /// In the order in which a start reads them.
    private static let tables: [any EntryColumns.Type] = [
      KeyColumns.self, GroupColumns.self, ButtonColumns.self, LeaseColumns.self,
      ScopeColumns.self, RequestColumns.self, ImageColumns.self,
    ]

    /// Done behind the last table.
    init(_ table: Int, in database: borrowing Database) throws(StateDatabaseError) {
      guard table < Replay.tables.count else {
        self = .done
        return
      }
      self = .rows(Rows(statement: try Replay.tables[table].rows(database), table: table))
    }

    /// False at the end of the table.
    borrowing func read(
      into group: inout JournalGroup, from database: borrowing Database
    ) throws(StateDatabaseError) -> Bool {
      switch self {
      case .done: return false
      case .rows(let rows):
        guard try database.step(rows.statement, "read") else { return false }
        guard Replay.tables[rows.table].read(rows.statement, { group.append($0) }) != nil else {
          throw StateDatabaseCheck.damagedRow(database.path)
        }
        return true
      }
    }

    borrowing func following(_ database: borrowing Database) throws(StateDatabaseError) -> Replay {
      switch self {
      case .done: .done
      case .rows(let rows): try Replay(rows.table + 1, in: database)
      }
    }

    var isDone: Bool {
      switch self {
      case .done: true
      case .rows: false
      }
    }
  }

  private let life: LifeTable
  private let keys: EntryTable<KeyColumns>
  private let buttons: EntryTable<ButtonColumns>
  private let leases: EntryTable<LeaseColumns>
  private let scopes: EntryTable<ScopeColumns>
  private let requests: EntryTable<RequestColumns>
  private let groups: EntryTable<GroupColumns>
  private let images: EntryTable<ImageColumns>
  private var replay = Replay.done
  private var present: LifeRecord
  private let place: StateDatabasePaths
  private var backup: BackupFile?
  private var mark: MarkFile
  private let held: OpenFiles
  private let isStrict: Bool
  private let database: Database

  /// `next` returns after this many bytes of entries.
  private static let replayBytes = 256 << 10
  /// After a group with more entries, unused memory is freed.
  private static let largeGroup = 4_096

  /// The newest revision in the file; at first the one that this run began with.
  var revision: UInt64 { present.revision }

  /// The file must have passed the checks.
  init(
    _ database: consuming Database, _ found: LifeRecord, in place: StateDatabasePaths,
    isStrict: Bool
  ) throws(StateDatabaseError) {
    // What the mark says is on disk must be: an earlier run may have left it in the log, unsynced.
    try database.run("PRAGMA synchronous = FULL", "set up")
    try database.writeBack()
    // The mark must be on disk before the first transaction of a run.
    var mark = try MarkFile(place, DatabaseMark(reached: found, isStrict: isStrict))
    let life = try LifeTable(database)
    keys = try EntryTable(database)
    buttons = try EntryTable(database)
    leases = try EntryTable(database)
    scopes = try EntryTable(database)
    requests = try EntryTable(database)
    groups = try EntryTable(database)
    images = try EntryTable(database)
    present = found
    present.begin()
    present.number += 1
    try life.write(present, in: database)
    // Write it into the file itself, so that a truncated log cannot decrease revisions.
    try database.writeBack()
    try mark.note(present, isSynced: true)
    held = try OpenFiles([place.path, place.logPath, place.markPath])
    self.place = place
    self.mark = mark
    self.isStrict = isStrict
    if !isStrict { try database.run("PRAGMA synchronous = NORMAL", "set up") }
    self.life = life
    self.database = database
  }

  /// Lets `next` return all entries from the first one on.
  func rewind() throws(StateDatabaseError) {
    replay = try Replay(0, in: database)
  }

  /// Nil at the end.
  func next() throws(StateDatabaseError) -> JournalGroup? {
    var group = JournalGroup(revision: present.revision)
    while group.byteCount < StateDatabaseConnection.replayBytes, !replay.isDone {
      if try replay.read(into: &group, from: database) { continue }
      replay = try replay.following(database)
    }
    if group.count == 0 { return nil }
    return group
  }

  /// Commits the group in one transaction.
  func commit(_ group: JournalGroup) throws(StateDatabaseError) {
    var next = present
    next.reach(group.revision)
    next.number += 1
    try database.transaction("write") { () throws(StateDatabaseError) in
      try group.visitInOrder { (entry) throws(StateDatabaseError) in
        switch entry.subject {
        case .key: next.digest &+= try keys.write(entry, in: database)
        case .button: next.digest &+= try buttons.write(entry, in: database)
        case .lease: next.digest &+= try leases.write(entry, in: database)
        case .scope: next.digest &+= try scopes.write(entry, in: database)
        case .group: next.digest &+= try groups.write(entry, in: database)
        case .request: next.digest &+= try requests.write(entry, in: database)
        case .image: next.digest &+= try images.write(entry, in: database)
        }
      }
      try life.write(next, in: database)
    }
    let isReservedAnew = next.reserved != present.reserved
    present = next
    try held.check()
    try mark.note(present, isSynced: isStrict)
    if isReservedAnew { try database.writeBack() }
    if group.count > StateDatabaseConnection.largeGroup { database.releaseMemory() }
  }

  /// Copies a part of the database into a backup; nil while there is more to copy.
  func backUp() throws(StateDatabaseError) -> StateDatabaseFile.Backup? {
    do throws(StateDatabaseError) {
      let made: BackupFile
      if let backup { made = backup } else { made = try BackupFile(of: database, in: place) }
      backup = made
      guard try made.step() else { return nil }
      backup = nil
      return try made.finish(try BackedUpFile.all(in: place.folder))
    } catch {
      backup = nil
      throw error
    }
  }

  /// Everything up to `revision` is in the file: records a clean end, and writes the log back.
  func end(at revision: UInt64) throws(StateDatabaseError) {
    backup = nil
    try held.check()
    replay = .done
    present.revision = max(present.revision, revision)
    present.isClean = true
    present.number += 1
    let last = present
    try database.run("PRAGMA synchronous = FULL", "set up")
    try database.transaction("write") { () throws(StateDatabaseError) in
      try life.write(last, in: database)
    }
    try database.writeBack()
    mark.remove()
    try database.endLog()
  }
}
