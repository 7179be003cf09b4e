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

  /// The descriptor is blocking and stays the caller's.
  init(descriptor: Int32) { self.descriptor = descriptor }

  func send(_ frame: UnsafeRawBufferPointer) {
    withState { _ in write(frame) }
  }

  func send(_ fill: (inout FrameBuffer) -> Void) {
    withState { state in
      state.buffer.removeAll()
      fill(&state.buffer)
      write(state.buffer.bytes)
    }
  }

  /// Cuts the line to the limit, or drops it if the budget is spent.
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

  /// Unless the request is on its way; 0 means all buttons.
  func requestUpdate(_ handle: UInt64) {
    withState { state in
      guard let handle = state.updates.add(handle) else { return }
      state.buffer.removeAll()
      UpdateFrame(handle: handle).write(to: &state.buffer)
      write(state.buffer.bytes)
    }
  }

  /// Later requests need new frames.
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

  /// A broken channel ends the worker, which is of no use without it.
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
