import CLibuv
import CPlatform
import Synchronization

/// Where messages posted by other threads arrive on the loop. Everything posted since the last time
/// comes in one call, in the order of posting.
package final class RemoteInbox<Message: Sendable>: Async {
  /// The door to this inbox, for other threads.
  package let remote: LoopRemote<Message>
  private var handler: (([Message]) -> Void)?

  /// Opens an inbox. It keeps the loop running until closed, unless `isReferenced` is set to false.
  package init(on loop: Loop, _ handler: @escaping ([Message]) -> Void) throws(UVError) {
    self.handler = handler
    remote = LoopRemote()
    try super.init(on: loop)
    remote.open(raw)
  }

  override func willClose() {
    remote.shut()
    handler = nil
  }

  override func didWake() {
    let messages = remote.takeAll()
    if !messages.isEmpty { handler?(messages) }
  }
}

/// The only part of a loop that other threads may hold: it posts messages to a `RemoteInbox`.
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

/// libuv's wake-up handle; what a wake-up means is up to its subclass.
package class Async: Handle {
  init(on loop: Loop) throws(UVError) {
    try super.init(uv_async_t.self, on: loop, "open", subject: "async") { loop, async in
      uv_async_init(loop, async) { Handle.recover($0, as: Async.self).didWake() }
    }
  }

  /// Some thread has woken the loop, perhaps several times.
  func didWake() {}
}
