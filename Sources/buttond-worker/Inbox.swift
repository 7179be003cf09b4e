import Glibc
import PluginChannel

/// The receiving half of the channel: blocks until the daemon has sent a whole frame.
struct Inbox: ~Copyable {
  private let descriptor: Int32
  private var splitter = FrameSplitter(capacity: 64 << 10)

  /// An inbox over a blocking descriptor, which stays the caller's.
  init(descriptor: Int32) { self.descriptor = descriptor }

  /// The next frame that has arrived, valid until the next call; nil when more must be received.
  mutating func next() throws(MalformedFrame) -> FrameSplitter.Frame? { try splitter.next() }

  /// Waits for more; false when the daemon is gone.
  mutating func receive() -> Bool {
    while true {
      let room = splitter.prepare(16 << 10)
      let count = read(descriptor, room.baseAddress, room.count)
      if count > 0 {
        splitter.commit(count)
        return true
      }
      if count == 0 || errno != EINTR { return false }
    }
  }
}
