import Glibc

/// Looks at a state folder as a start of the daemon would find it, and changes nothing.
package enum StateFolderInspection {
  package enum Found: Hashable, Sendable {
    /// Nothing yet: a start makes it.
    case new
    /// What was kept is whole, as far as can be seen without writing.
    case whole
    /// A daemon uses it; the text says which process, where that is known.
    case inUse(String)
    /// It belongs to this user; only root gets this.
    case foreign(UInt32)
  }

  /// The free space below which nothing can be written, in bytes.
  private static let leastSpace: UInt64 = 256 << 10

  /// Throws what a start would refuse.
  package static func inspect(_ path: String) throws(StateDatabaseError) -> Found {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw .system("look at the folder", path) }
      try checkParent(of: path)
      return .new
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw StateDatabaseError(
        .unusablePath, path, "is not a folder", advice: StateDatabaseError.chooseAnotherFolder)
    }
    if status.st_uid != geteuid() {
      if geteuid() == 0 { return .foreign(status.st_uid) }
      throw StateDatabaseError(
        .unusablePath, path, "belongs to another user",
        advice: "run this as that user, or choose another folder with --state")
    }
    if let owner = lockOwner(path) { return .inUse(owner) }
    try checkWriting(in: path)
    return try examine(StateDatabasePaths(folder: path))
  }

  package static func checkWriting(in path: String) throws(StateDatabaseError) {
    guard faccessat(AT_FDCWD, path, W_OK | X_OK, AT_EACCESS) == 0 else {
      throw .system("write to the folder", path)
    }
    var disk = statvfs()
    guard statvfs(path, &disk) == 0 else { return }
    let isPrivileged = geteuid() == 0
    let blocks = isPrivileged ? disk.f_bfree : disk.f_bavail
    if UInt64(blocks) * UInt64(disk.f_frsize) < leastSpace {
      throw .system("write to", path, ENOSPC)
    }
  }

  private static func checkParent(of path: String) throws(StateDatabaseError) {
    var folder = path
    repeat {
      guard let slash = folder.lastIndex(of: "/") else { return }
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    } while access(folder, F_OK) != 0 && errno == ENOENT && folder != "/"
    var status = stat()
    guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw .system("make the folder", path, ENOTDIR)
    }
    guard faccessat(AT_FDCWD, folder, W_OK | X_OK, AT_EACCESS) == 0 else {
      throw .system("make the folder", path)
    }
  }

  /// Describes the daemon that holds the lock; nil for none. Holds the lock only for this look.
  private static func lockOwner(_ path: String) -> String? {
    let lock = open("\(path)/\(StateFolder.lockName)", O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    guard lock >= 0 else { return nil }
    defer { close(lock) }
    if flock(lock, LOCK_SH | LOCK_NB) == 0 { return nil }
    return "another daemon\(StateFolder.owner(lock))"
  }

  private static func examine(_ place: StateDatabasePaths) throws(StateDatabaseError) -> Found {
    guard access(place.path, F_OK) == 0 else {
      guard place.hasOrphans else { return .new }
      throw StateDatabaseError(.damaged, place.path, "is gone, though its log of changes is there")
    }
    let mark = try MarkFile.read(place)
    let log = try LogCheck.read(place.logPath)
    try StateDatabaseCheck.examine(log, of: place, mark)
    // With a log, the file alone is not what is kept, and to read both is to write.
    if log == .empty {
      let database = try Database.open(place.path, to: .examine)
      try StateDatabaseCheck.configure(database)
      _ = try StateDatabaseCheck.examine(database, .current, mark)
    }
    return .whole
  }
}
