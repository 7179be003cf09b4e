import Glibc

/// The open file of a ``DatabaseMark``. Closed, but not removed, on destruction.
struct MarkFile: ~Copyable {
  private let path: String
  private let descriptor: Int32
  private var mark: DatabaseMark

  /// Replaces the file atomically and syncs it.
  init(_ place: StateDatabasePaths, _ mark: DatabaseMark) throws(StateDatabaseError) {
    path = place.markPath
    self.mark = mark
    let temporary = "\(place.folder)/.\(StateDatabasePaths.name)-mark.new"
    unlink(temporary)
    descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .system("make", temporary) }
    do throws(StateDatabaseError) {
      try write()
      guard fsync(descriptor) == 0 else { throw .system("write", temporary) }
      guard rename(temporary, path) == 0 else { throw .system("rename", temporary) }
      try place.syncFolder()
    } catch {
      let failure = error
      unlink(temporary)
      throw failure
    }
  }

  deinit { close(descriptor) }

  /// With `isSynced`, the transaction is on disk.
  mutating func note(_ life: LifeRecord, isSynced: Bool) throws(StateDatabaseError) {
    mark.written = life.number
    mark.revision = life.revision
    if isSynced { mark.synced = life.number }
    try write()
  }

  /// Call this once the content is in the database itself.
  func remove() { unlink(path) }

  private func write() throws(StateDatabaseError) {
    let bytes = mark.bytes
    let count = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    guard count == bytes.count else { throw .system("write", path, count < 0 ? errno : ENOSPC) }
  }

  /// Nil if there is none.
  static func read(_ place: StateDatabasePaths) throws(StateDatabaseError) -> DatabaseMark? {
    let descriptor = open(place.markPath, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      guard errno == ENOENT else { throw .system("open", place.markPath) }
      return nil
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: DatabaseMark.byteCount + 1)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw .system("read", place.markPath) }
    guard let mark = DatabaseMark(Array(bytes.prefix(count))) else {
      throw StateDatabaseError(.damaged, place.markPath, "is damaged: it is not as it was written")
    }
    return mark
  }
}
