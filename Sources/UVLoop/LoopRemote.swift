import CLibuv
import CSystem
import Synchronization

/// The one thing of a loop that other threads may hold: it posts messages to a `RemoteInbox`.
package final class LoopRemote<Message: Sendable>: Sendable {
  private let state = Mutex(State())

  private struct State: Sendable {
    var messages: [Message] = []
    /// Address of the loop's `uv_async_t` while it is open; 0 before and after.
    var async: UInt = 0
  }

  init() {}

  /// Delivers `message` on the loop's thread and wakes the loop if it waits; messages posted before
  /// the loop gets there share one wake-up. False says that the inbox is closed and the message was
  /// dropped. Callable from any thread, at any time.
  @discardableResult
  package func post(_ message: Message) -> Bool {
    withState { state in
      guard let async = UnsafeMutablePointer<uv_async_t>(bitPattern: state.async) else {
        return false
      }
      state.messages.append(message)
      // libuv frees the struct only after `shut`, which waits for this lock.
      if state.messages.count == 1 { uv_async_send(async) }
      return true
    }
  }

  func open(_ async: UnsafeMutableRawPointer) {
    let address = UInt(bitPattern: async)
    withState { $0.async = address }
  }

  func shut() {
    let dropped = withState { state in
      defer { state = State() }
      return state.messages
    }
    // Released outside the lock: a message's end may post.
    _ = consume dropped
  }

  func takeAll() -> [Message] {
    withState { state in
      defer { state.messages = [] }
      return state.messages
    }
  }

  private func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    state.withLock { state in
      let lock = Unmanaged.passUnretained(self).toOpaque()
      csystem_lock_acquired(lock)
      defer { csystem_lock_releasing(lock) }
      return body(&state)
    }
  }
}
