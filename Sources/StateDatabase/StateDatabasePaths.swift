import Glibc

/// The journal's file and those that SQLite puts beside it, as names in a folder.
struct StateDatabasePaths {
  let folder: String

  static let name = "buttond.sqlite"

  var path: String { "\(folder)/\(StateDatabasePaths.name)" }

  /// Appended by SQLite for the log, its index and the log of older ways to write; by us for the
  /// mark.
  static let suffixes = ["-wal", "-shm", "-journal", "-mark"]

  var logPath: String { "\(path)-wal" }

  var markPath: String { "\(path)-mark" }

  /// Where a new file is made before it gets its name.
  var newPath: String { "\(folder)/.\(StateDatabasePaths.name).new" }

  /// The same for a file of another name.
  func newPath(of name: String) -> String { "\(folder)/.\(name).new" }

  /// The path of a backup that is whole.
  var backupPath: String { "\(folder)/buttond.backup" }

  /// The path of a backup in the making.
  var newBackupPath: String { "\(folder)/.buttond.backup.new" }

  /// Removes what an attempt to make a backup left behind.
  func removeBackup() {
    unlink(newBackupPath)
    for suffix in StateDatabasePaths.suffixes { unlink(newBackupPath + suffix) }
  }

  /// Throws unless the file is a plain one of ours, and shuts others out of it.
  func exists() throws(StateDatabaseError) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw .system("look at", path) }
      return false
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw StateDatabaseError(.unusablePath, path, "is not a regular file", advice: "move it away")
    }
    guard status.st_uid == geteuid() else {
      throw StateDatabaseError(
        .unusablePath, path, "belongs to another user",
        advice: "move it away, or give it to this one")
    }
    if status.st_mode & 0o077 != 0, chmod(path, 0o600) != 0 {
      throw .system("close to others", path)
    }
    return true
  }

  /// A log or a mark is there without its file.
  var hasOrphans: Bool { access(logPath, F_OK) == 0 || access(markPath, F_OK) == 0 }

  /// Removes what an attempt to make a new file left behind.
  func removeNew() {
    unlink(newPath)
    for suffix in StateDatabasePaths.suffixes { unlink(newPath + suffix) }
    for name in BackedUpFile.names { unlink(newPath(of: name)) }
  }

  func adoptNew() throws(StateDatabaseError) {
    guard rename(newPath, path) == 0 else { throw .system("rename", newPath) }
    try syncFolder()
  }

  /// Renames the file with what belongs to it, so that SQLite still finds them together; returns
  /// the new path.
  func setAside() throws(StateDatabaseError) -> String {
    let other = datedName("damaged")
    for suffix in [""] + StateDatabasePaths.suffixes {
      guard rename(path + suffix, other + suffix) == 0 || errno == ENOENT else {
        throw .system("rename", path + suffix)
      }
    }
    try syncFolder()
    return other
  }

  /// Returns a path with a word and the date; no file has this name.
  func datedName(_ word: String) -> String {
    freeName("\(path).\(word)-\(StateDatabasePaths.date())")
  }

  private func freeName(_ wanted: String) -> String {
    var name = wanted
    var number = 1
    while access(name, F_OK) == 0 || access("\(name)-wal", F_OK) == 0 {
      number += 1
      name = "\(wanted)-\(number)"
    }
    return name
  }

  /// Makes the names in the folder durable.
  func syncFolder() throws(StateDatabaseError) {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    guard descriptor >= 0 else { throw .system("open", folder) }
    fsync(descriptor)
    close(descriptor)
  }

  /// Returns the date in UTC, for names.
  private static func date() -> String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    var stamp = [CChar](repeating: 0, count: 32)
    strftime(&stamp, stamp.count, "%Y%m%dT%H%M%SZ", &parts)
    return String(
      decoding: stamp.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
