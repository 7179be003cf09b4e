import CLibuv

/// Calls back while a descriptor that another library reads and writes is ready for it.
///
/// The descriptor stays the library's: close the poll before, or right after, the library closes it.
package final class Poll: Handle {
  /// What a descriptor is ready for.
  package struct Readiness: OptionSet, Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// Bytes have come, or the other side is gone.
    package static let readable = Readiness(rawValue: Int32(UV_READABLE.rawValue))
    /// There is room for bytes.
    package static let writable = Readiness(rawValue: Int32(UV_WRITABLE.rawValue))
  }

  private var handler: ((Readiness) -> Void)?
  private var wanted: Readiness = []

  /// Makes a poll that waits for nothing yet, and the descriptor non-blocking. `handler` runs on the
  /// loop; of a descriptor that has failed it hears as if it were ready for everything.
  package init(
    _ descriptor: Int32, on loop: Loop, _ handler: @escaping (Readiness) -> Void
  ) throws(UVError) {
    self.handler = handler
    try super.init(
      uv_poll_t.self, on: loop, "watch", subject: "descriptor \(descriptor)"
    ) { uv_poll_init($0, $1, descriptor) }
  }

  /// Waits for this from now on; asking for what it waits for already costs nothing.
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
