import CLibuv

/// Reports when a descriptor that another library reads and writes is ready.
///
/// The descriptor stays the library's: close the poll before the library closes it, or right after.
package final class Poll: Handle {
  package struct Readiness: OptionSet, Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// Bytes have arrived, or the peer is gone.
    package static let readable = Readiness(rawValue: Int32(UV_READABLE.rawValue))
    package static let writable = Readiness(rawValue: Int32(UV_WRITABLE.rawValue))
  }

  private var handler: ((Readiness) -> Void)?
  private var wanted: Readiness = []

  /// Waits for nothing yet; makes the descriptor non-blocking. `handler` runs on the loop; a failed
  /// descriptor counts as ready for everything.
  package init(
    _ descriptor: Int32, on loop: Loop, _ handler: @escaping (Readiness) -> Void
  ) throws(UVError) {
    self.handler = handler
    try super.init(
      uv_poll_t.self, on: loop, "watch", subject: "descriptor \(descriptor)"
    ) { uv_poll_init($0, $1, descriptor) }
  }

  /// Replaces what it waits for; no change costs nothing.
  package func wait(for readiness: Readiness) throws(UVError) {
    guard !isClosing, readiness != wanted else { return }
    try checked(
      uv_poll_start(
        raw.assumingMemoryBound(to: uv_poll_t.self), readiness.rawValue,
        { Handle.recover($0, as: Poll.self).fire($1, $2) }), "watch", "descriptor")
    wanted = readiness
  }

  override func willClose() {
    handler = nil
  }

  private func fire(_ status: CInt, _ events: CInt) {
    handler?(status < 0 ? [.readable, .writable] : Readiness(rawValue: events))
  }
}
