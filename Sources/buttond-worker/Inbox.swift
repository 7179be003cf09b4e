import Glibc
import PluginChannel

/// The receiving half of the channel: blocks until the daemon has sent a whole frame.
struct Inbox: ~Copyable {
  private let descriptor: Int32
  private var splitter = FrameSplitter(capacity: 64 << 10)

  /// The descriptor is blocking and stays the caller's.
  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Valid until the next call; nil if more must be received.
  mutating func next() throws(MalformedFrame) -> FrameSplitter.Frame? { try splitter.next() }

  /// False if the daemon is gone.
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
