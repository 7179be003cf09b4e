import Glibc

/// The folder of a daemon's state: private, and locked against a second daemon while this lives.
package final class StateFolder: Sendable {
  package let path: String
  private let lock: Int32

  /// The locked file, which stays behind when the daemon goes.
  package static let lockName = "buttond.lock"

  /// Makes the folder if it does not exist, closes it to other users, and locks it.
  package init(_ path: String) throws(StateDatabaseError) {
    try StateFolder.make(path)
    let lockPath = "\(path)/\(StateFolder.lockName)"
    lock = open(lockPath, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else { throw .system("open", lockPath) }
    self.path = path
    guard StateFolder.take(lock) else {
      throw StateDatabaseError(
        .inUse, path, "is the state folder of another daemon\(StateFolder.owner(lock))",
        advice: "stop it, wait until it has ended, or choose another folder with --state")
    }
    ftruncate(lock, 0)
    let text = "\(getpid())\n"
    // Only for people; a full disk is reported elsewhere.
    _ = text.utf8.withContiguousStorageIfAvailable {
      pwrite(lock, $0.baseAddress, $0.count, 0)
    }
  }

  deinit {
    // Closing alone does not unlock while a child about to exec has a copy of the descriptor.
    flock(lock, LOCK_UN)
    close(lock)
  }

  /// Outlasts the moment for which ``StateFolderInspection`` has the lock.
  private static func take(_ lock: Int32) -> Bool {
    for attempt in 0..<20 {
      if attempt > 0 { usleep(5_000) }
      if flock(lock, LOCK_EX | LOCK_NB) == 0 { return true }
    }
    return false
  }

  /// Describes the process that has the lock, as the file says; empty if it does not.
  static func owner(_ lock: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = max(0, pread(lock, &bytes, bytes.count, 0))
    let text = bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }
    guard let process = Int32(String(decoding: text, as: UTF8.self)) else { return "" }
    return ", process \(process)"
  }

  private static func make(_ path: String) throws(StateDatabaseError) {
    if mkdir(path, 0o700) == 0 { return }
    if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try makeParent(String(path[..<slash]))
      if mkdir(path, 0o700) == 0 { return }
    }
    guard errno == EEXIST else { throw .system("make the folder", path) }
    var status = stat()
    guard lstat(path, &status) == 0 else { throw .system("look at the folder", path) }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw StateDatabaseError(
        .unusablePath, path, "is not a folder", advice: StateDatabaseError.chooseAnotherFolder)
    }
    guard status.st_uid == geteuid() else {
      throw StateDatabaseError(
        .unusablePath, path, "belongs to another user",
        advice: "run this as that user, or choose another folder with --state")
    }
    if status.st_mode & 0o077 != 0, chmod(path, 0o700) != 0 {
      throw .system("close the folder to others", path)
    }
  }

  private static func makeParent(_ path: String) throws(StateDatabaseError) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return }
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try makeParent(String(path[..<slash]))
    }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw .system("make the folder", path)
    }
  }
}
