import ButtonModel

/// The open file with everything that is asked of it compiled: one owner, one thread at a time.
final class JournalConnection {
  /// Which rows are handed out next.
  private enum Replay: ~Copyable {
    case keys(Statement)
    case buttons(Statement)
    case done

    /// Adds the next row to a group; false when there is none left of its table.
    borrowing func read(
      into group: inout JournalGroup, from database: borrowing Database
    ) throws(JournalError) -> Bool {
      let checksum: UInt64?
      switch self {
      case .done: return false
      case .keys(let rows):
        guard try database.step(rows, "read") else { return false }
        checksum = KeyTable.read(rows) { group.append($0) }
      case .buttons(let rows):
        guard try database.step(rows, "read") else { return false }
        checksum = ButtonTable.read(rows) { group.append($0) }
      }
      guard checksum != nil else { throw JournalCheck.damagedRow(database.path) }
      return true
    }

    /// What comes once all its rows have been handed out.
    borrowing func following(_ database: borrowing Database) throws(JournalError) -> Replay {
      switch self {
      case .keys: .buttons(try ButtonTable.rows(database))
      case .buttons: .done
      case .done: .done
      }
    }

    /// Nothing is left.
    var isDone: Bool {
      switch self {
      case .done: true
      case .keys: false
      case .buttons: false
      }
    }
  }

  private let life: LifeTable
  private let keys: KeyTable
  private let buttons: ButtonTable
  private var replay = Replay.done
  private var present: JournalLife
  private let place: JournalPlace
  private var backup: BackupFile?
  private var mark: MarkFile
  private let held: HeldFiles
  private let isStrict: Bool
  private let database: Database

  /// The most bytes of entries handed out at once, but for the last of them.
  private static let replayBytes = 256 << 10
  /// With more entries than this, a group leaves memory behind that is worth giving back.
  private static let largeGroup = 4_096

  /// The revision that this life began with.
  var revision: UInt64 { present.revision }

  /// Begins a life in a file that has been found in order.
  init(
    _ database: consuming Database, _ found: JournalLife, in place: JournalPlace, isStrict: Bool
  ) throws(JournalError) {
    // Before the first transaction of a life there is a mark, and it is on the disk.
    var mark = try MarkFile(place, JournalMark(reached: found, isStrict: isStrict))
    let life = try LifeTable(database)
    keys = try KeyTable(database)
    buttons = try ButtonTable(database)
    present = found
    present.begin()
    present.number += 1
    try database.run("PRAGMA synchronous = FULL", "set up")
    try life.write(present, in: database)
    // In the file itself, so that a log that is cut off makes no revision go back.
    try database.writeBack()
    try mark.note(present, isSynced: true)
    held = try HeldFiles([place.path, place.logPath, place.markPath])
    self.place = place
    self.mark = mark
    self.isStrict = isStrict
    if !isStrict { try database.run("PRAGMA synchronous = NORMAL", "set up") }
    self.life = life
    self.database = database
  }

  /// Has `next` hand out everything that is kept, from the first entry on.
  func rewind() throws(JournalError) {
    replay = .keys(try KeyTable.rows(database))
  }

  /// The next entries that are kept; nil when there are no more.
  func next() throws(JournalError) -> JournalGroup? {
    var group = JournalGroup(revision: present.revision)
    while group.byteCount < JournalConnection.replayBytes, !replay.isDone {
      if try replay.read(into: &group, from: database) { continue }
      replay = try replay.following(database)
    }
    if group.count == 0 { return nil }
    return group
  }

  /// Writes a group, all of it or nothing.
  func commit(_ group: JournalGroup) throws(JournalError) {
    var next = present
    next.reach(group.revision)
    next.number += 1
    try database.transaction("write") { () throws(JournalError) in
      try group.visitInOrder { (entry) throws(JournalError) in
        switch entry.subject {
        case .key: next.digest &+= try keys.write(entry, in: database)
        case .button: next.digest &+= try buttons.write(entry, in: database)
        }
      }
      try life.write(next, in: database)
    }
    let isReservedAnew = next.reserved != present.reserved
    present = next
    try held.check()
    try mark.note(present, isSynced: isStrict)
    if isReservedAnew { try database.writeBack() }
    if group.count > JournalConnection.largeGroup { database.releaseMemory() }
  }

  /// Copies a part of everything into a backup, which it begins if there is none; nil while more is to
  /// be copied.
  func backUp() throws(JournalError) -> JournalFile.Backup? {
    do throws(JournalError) {
      let made: BackupFile
      if let backup { made = backup } else { made = try BackupFile(of: database, in: place) }
      backup = made
      guard try made.step() else { return nil }
      backup = nil
      return try made.finish(KeptFile.all(in: place.folder))
    } catch {
      backup = nil
      throw error
    }
  }

  /// Notes that this life ended well, with everything up to `revision` in the file, and writes the
  /// log back into it.
  func end(at revision: UInt64) throws(JournalError) {
    backup = nil
    try held.check()
    replay = .done
    present.revision = max(present.revision, revision)
    present.isClean = true
    present.number += 1
    let last = present
    try database.run("PRAGMA synchronous = FULL", "set up")
    try database.transaction("write") { () throws(JournalError) in
      try life.write(last, in: database)
    }
    try database.writeBack()
    mark.remove()
    try database.endLog()
  }
}
