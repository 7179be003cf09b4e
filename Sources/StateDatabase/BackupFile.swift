import Glibc

/// A backup in progress: SQLite's copy of the journal, made in parts, and the content of other
/// files. It gets its name only when it is complete and on disk.
final class BackupFile {
  private let place: StateDatabasePaths
  private let target: Database
  private let copy: DatabaseCopy

  /// Per step.
  private static let pages: Int32 = 256

  init(of source: borrowing Database, in place: StateDatabasePaths) throws(StateDatabaseError) {
    self.place = place
    place.removeBackup()
    let target = try Database.open(place.newBackupPath, to: .create)
    guard chmod(place.newBackupPath, 0o600) == 0 else {
      throw .system("close to others", place.newBackupPath)
    }
    try target.run("PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = OFF", "set up")
    copy = try DatabaseCopy(from: source, to: target)
    self.target = target
  }

  // SQLite's files beside the backup are always removed.
  deinit { place.removeBackup() }

  /// True if everything is copied, with what was written to the journal in between.
  func step() throws(StateDatabaseError) -> Bool {
    try copy.step(BackupFile.pages, place.newBackupPath)
  }

  /// Adds other files and renames the backup to its final name.
  func finish(_ files: [BackedUpFile]) throws(StateDatabaseError) -> StateDatabaseFile.Backup {
    try copy.finish(place.newBackupPath)
    guard var life = try LifeTable.read(target) else {
      throw StateDatabaseCheck.damagedRow(place.newBackupPath)
    }
    let revision = life.revision
    // A daemon that continues from here must not reuse a revision from before the backup.
    life.revision = max(life.revision, life.reserved)
    life.isClean = true
    let last = life
    try target.run("PRAGMA journal_mode = DELETE", "set up")
    try target.transaction("write") { () throws(StateDatabaseError) in
      let table = try LifeTable(target)
      try table.write(last, in: target)
      try BackupTables.write(revision, at: UInt64(time(nil)), files, in: target)
    }
    let bytes = try FileSync.sync(place.newBackupPath)
    guard rename(place.newBackupPath, place.backupPath) == 0 else {
      throw .system("rename", place.newBackupPath)
    }
    try place.syncFolder()
    return StateDatabaseFile.Backup(path: place.backupPath, revision: revision, byteCount: bytes)
  }
}

enum FileSync {
  /// Returns the file's size.
  static func sync(_ path: String) throws(StateDatabaseError) -> Int {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw .system("open", path) }
    defer { close(descriptor) }
    var status = stat()
    guard fsync(descriptor) == 0, fstat(descriptor, &status) == 0 else {
      throw .system("write", path)
    }
    return Int(status.st_size)
  }
}
