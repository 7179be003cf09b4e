import ButtonModel
import CPlatform
import Glibc
import PluginChannel
import Synchronization

/// The sending half of the channel: whole frames, from any thread, one after the other.
final class WorkerOutbox: Sendable {
  private struct State: ~Copyable {
    var buffer = FrameBuffer(capacity: 2_048)
    var log = LogBudget()
    var updates = UpdateRequests()
  }

  private let descriptor: Int32
  private let state = Mutex(State())

  /// An outbox over a blocking descriptor, which stays the caller's.
  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Sends a frame that is in memory already.
  func send(_ frame: UnsafeRawBufferPointer) {
    withState { _ in write(frame) }
  }

  /// Sends a frame that a function puts together.
  func send(_ fill: (inout FrameBuffer) -> Void) {
    withState { state in
      state.buffer.removeAll()
      fill(&state.buffer)
      write(state.buffer.bytes)
    }
  }

  /// Sends a line for the log, cut to what a line may have, or drops it where the budget is spent.
  func log(_ level: LogFrame.Level, _ text: UnsafeRawBufferPointer) {
    let message = MessageText.cut(text)
    let now = MonotonicClock.now
    withState { state in
      guard state.log.take(message.bytes.count, now: now) else { return }
      state.buffer.removeAll()
      let dropped = state.log.takeDropped()
      if dropped > 0 {
        let note = UTF8String("\(dropped) lines were over the limit of 8 KiB a second")
        LogFrame(level: .warning, message: note).write(to: &state.buffer)
      }
      LogFrame(level: level, message: message).write(to: &state.buffer)
      write(state.buffer.bytes)
    }
  }

  /// Sends the wish to resolve one button, or all with 0, unless it is on its way.
  func requestUpdate(_ handle: UInt64) {
    withState { state in
      guard let handle = state.updates.add(handle) else { return }
      state.buffer.removeAll()
      UpdateFrame(handle: handle).write(to: &state.buffer)
      write(state.buffer.bytes)
    }
  }

  /// Notes that a batch has arrived, so that wishes from now on are new ones.
  func batchArrived() {
    withState { $0.updates.removeAll() }
  }

  private func withState(_ body: (inout State) -> Void) {
    state.withLock { state in
      let lock = Unmanaged.passUnretained(self).toOpaque()
      csystem_lock_acquired(lock)
      defer { csystem_lock_releasing(lock) }
      body(&state)
    }
  }

  /// Writes all bytes; a broken channel ends the worker, which is of no use without it.
  private func write(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let count = Glibc.write(descriptor, part.baseAddress, part.count)
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count < 0, errno == EINTR {
        continue
      } else {
        _exit(WorkerExitCode.channelBroke.rawValue)
      }
    }
  }
}
