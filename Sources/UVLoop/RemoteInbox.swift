import CLibuv

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
