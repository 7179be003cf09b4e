import Glibc

/// The open file of a ``JournalMark``; closed when it goes, and left where it is.
struct MarkFile: ~Copyable {
  private let path: String
  private let descriptor: Int32
  private var mark: JournalMark

  /// Puts a file in place of the one before, whole and on the disk.
  init(_ place: JournalPlace, _ mark: JournalMark) throws(JournalError) {
    path = place.markPath
    self.mark = mark
    let temporary = "\(place.folder)/.\(JournalPlace.name)-mark.new"
    unlink(temporary)
    descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .system("make", temporary) }
    do throws(JournalError) {
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

  /// Notes that a transaction was written, and with `isSynced` that the disk has it.
  mutating func note(_ life: JournalLife, isSynced: Bool) throws(JournalError) {
    mark.written = life.number
    mark.revision = life.revision
    if isSynced { mark.synced = life.number }
    try write()
  }

  /// Removes the file: what it tells is in the journal itself.
  func remove() { unlink(path) }

  private func write() throws(JournalError) {
    let bytes = mark.bytes
    let count = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    guard count == bytes.count else { throw .system("write", path, count < 0 ? errno : ENOSPC) }
  }

  /// The mark beside a journal; nil when there is none.
  static func read(_ place: JournalPlace) throws(JournalError) -> JournalMark? {
    let descriptor = open(place.markPath, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      guard errno == ENOENT else { throw .system("open", place.markPath) }
      return nil
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: JournalMark.byteCount + 1)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw .system("read", place.markPath) }
    guard let mark = JournalMark(Array(bytes.prefix(count))) else {
      throw JournalError(.damaged, place.markPath, "is damaged: it is not as it was written")
    }
    return mark
  }
}
