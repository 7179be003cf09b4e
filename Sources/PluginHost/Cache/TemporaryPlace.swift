import Glibc

/// A private folder in the system's temporary folder, for one life of the daemon.
///
/// Its lock shows that the daemon is alive; another daemon that needs such a folder removes those
/// of dead ones.
package final class TemporaryPlace {
  package let path: String
  private let lock: Int32

  package init() throws(FileError) {
    var template = Array("\(TemporaryPlace.parent)/\(TemporaryPlace.prefix)XXXXXX".utf8CString)
    let isMade = template.withUnsafeMutableBufferPointer { name in
      name.baseAddress.flatMap { mkdtemp($0) } != nil
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard isMade else { throw .system(path) }
    // Locked before it has its name, so that nobody takes the folder for an abandoned one.
    let unnamed = "\(path)/.locking"
    lock = open(unnamed, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0,
      rename(unnamed, "\(path)/\(TemporaryPlace.lockName)") == 0
    else { throw .system(unnamed) }
  }

  deinit { close(lock) }

  package func remove() { PluginFile.removeTree(path) }

  /// Removes the folders of the same user's dead daemons.
  package static func removeThoseLeft() {
    guard let entries = try? PluginFile.entries(of: parent) else { return }
    for entry in entries where entry.kind == .folder && entry.name.hasPrefix(prefix) {
      let folder = "\(parent)/\(entry.name)"
      var status = stat()
      guard lstat(folder, &status) == 0, status.st_uid == geteuid() else { continue }
      let lock = open("\(folder)/\(lockName)", O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard lock >= 0 else { continue }
      if flock(lock, LOCK_EX | LOCK_NB) == 0 { PluginFile.removeTree(folder) }
      close(lock)
    }
  }

  private static let prefix = "buttond-plugins-"
  private static let lockName = ".lock"

  private static var parent: String {
    guard let parent = getenv("TMPDIR"), parent.pointee != 0 else { return "/tmp" }
    return String(cString: parent)
  }
}

@available(*, unavailable)
extension TemporaryPlace: Sendable {}
