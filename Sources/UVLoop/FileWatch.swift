import CLibuv

/// Reports when a file, or an entry of a folder, is created, removed, renamed or written.
///
/// Watches the inode, not the name: to notice a file that is replaced by a rename, watch its
/// folder. Subfolders are not watched.
package final class FileWatch: Handle {
  package struct Event: Hashable, Sendable {
    /// The entry's name in a watched folder, or the file's own; nil if the system gives none.
    package let name: String?
    /// An entry appeared, disappeared or was renamed.
    package let isRename: Bool
    /// Contents or attributes changed.
    package let isChange: Bool
  }

  package let path: String
  private var handler: ((Result<Event, UVError>) -> Void)?

  /// Watches at once; a failure reported to `handler` leaves the watch open.
  package init(
    _ path: String, on loop: Loop, _ handler: @escaping (Result<Event, UVError>) -> Void
  ) throws(UVError) {
    self.path = path
    self.handler = handler
    try super.init(
      uv_fs_event_t.self, on: loop, "open", subject: path, open: uv_fs_event_init)
    let code = uv_fs_event_start(
      raw.assumingMemoryBound(to: uv_fs_event_t.self),
      { watch, name, events, status in
        Handle.recover(watch, as: FileWatch.self).fire(name, events, status)
      }, path, 0)
    if code != 0 { close() }
    try checked(code, "watch", path)
  }

  override func willClose() {
    handler = nil
  }

  private func fire(_ name: UnsafePointer<CChar>?, _ events: CInt, _ status: CInt) {
    do throws(UVError) {
      try checked(status, "watch", path)
      let bits = UInt32(truncatingIfNeeded: events)
      let event = Event(
        name: name.map { String(cString: $0) }, isRename: bits & UV_RENAME.rawValue != 0,
        isChange: bits & UV_CHANGE.rawValue != 0)
      handler?(.success(event))
    } catch {
      handler?(.failure(error))
    }
  }
}
