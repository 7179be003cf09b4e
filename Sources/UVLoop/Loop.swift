import CLibuv
import CPlatform
import Glibc

/// A libuv loop. The thread that runs it owns every handle opened on it; other threads may touch
/// nothing here except through `offload`.
///
/// A handle keeps its loop alive, so a loop is freed after its last handle has closed. `close()` is
/// the orderly end; a loop dropped without it frees itself if nothing is open, and otherwise stays
/// allocated (it never crashes).
package final class Loop {
  /// The most bytes that one read delivers.
  package static let readCapacity = 64 * 1024
  /// Bytes after every read that may be loaded, but have no meaning; simdjson asks for 64.
  package static let readPadding = 64

  /// Not yet freed by libuv; includes closing ones.
  package internal(set) var liveHandles = 0
  /// Unfinished writes, shutdowns, connects and offloaded work.
  package internal(set) var pendingRequests = 0
  package private(set) var isRunning = false
  package private(set) var isClosed = false

  let raw: UnsafeMutablePointer<uv_loop_t>
  private let readBuffer: UnsafeMutableRawPointer

  /// Makes the process ignore SIGPIPE: a peer that leaves must end a write with an error, not end
  /// the process. libuv restores the default in children.
  package init() throws(UVError) {
    signal(SIGPIPE, SIG_IGN)
    let memory = UnsafeMutablePointer<uv_loop_t>.allocate(capacity: 1)
    let code = uv_loop_init(memory)
    if code != 0 { memory.deallocate() }
    try checked(code, "open", "loop")
    let bytes = Loop.readCapacity + Loop.readPadding
    raw = memory
    readBuffer = .allocate(byteCount: bytes, alignment: 64)
    readBuffer.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    openSpareDescriptor()
    raw.pointee.data = readBuffer
  }

  /// Opens a stream so that libuv reserves its spare descriptor now, not when descriptors are
  /// short.
  private func openSpareDescriptor() {
    let stream = UnsafeMutablePointer<uv_pipe_t>.allocate(capacity: 1)
    defer { stream.deallocate() }
    guard uv_pipe_init(raw, stream, 0) == 0 else { return }
    stream.withMemoryRebound(to: uv_handle_t.self, capacity: 1) { uv_close($0, nil) }
    uv_run(raw, UV_RUN_NOWAIT)
  }

  deinit {
    precondition(!isRunning, "a running loop was released")
    if !isClosed { finishClosing() }
    readBuffer.deallocate()
    raw.deallocate()
  }

  package enum RunMode: Hashable, Sendable {
    /// Until `stop()`, or until nothing referenced is left to wait for.
    case untilDone
    /// May wait for an event.
    case oneTurn
    /// One turn.
    case withoutWaiting
  }

  /// Runs the loop on this thread; returns whether there is still something to wait for.
  @discardableResult
  package func run(_ mode: RunMode = .untilDone) -> Bool {
    precondition(!isClosed, "run of a closed loop")
    precondition(!isRunning, "run inside one of the loop's own callbacks")
    isRunning = true
    defer { isRunning = false }
    return uv_run(raw, mode.raw) != 0
  }

  /// `run` returns at the end of this turn, or at once when it is called next.
  package func stop() {
    uv_stop(raw)
  }

  /// Milliseconds, read once per turn, from an arbitrary zero.
  package var now: UInt64 { uv_now(raw) }

  /// The current time in nanoseconds, from an arbitrary zero.
  package var hrtime: UInt64 { uv_hrtime() }

  /// Closes every open handle, runs until their callbacks are done (it waits for offloaded work and
  /// kills child processes) and frees the loop's descriptors. Calling it again does nothing; a
  /// handle or request that outlives it is a fault of this module.
  package func close() {
    guard !isClosed else { return }
    precondition(!isRunning, "close inside one of the loop's own callbacks")
    repeat {
      uv_walk(raw, { handle, _ in Handle.closeLeftOver(handle) }, nil)
      run()
    } while liveHandles > 0 || pendingRequests > 0
    finishClosing()
  }

  private func finishClosing() {
    while uv_loop_alive(raw) != 0 { uv_run(raw, UV_RUN_DEFAULT) }
    let code = uv_loop_close(raw)
    precondition(code == 0, "a loop was freed while a handle was still open")
    isClosed = true
  }
}

extension Loop {
  /// Runs `work` on libuv's thread pool (four threads unless `UV_THREADPOOL_SIZE` is set) and
  /// passes its result to `then` on the loop's thread. Results may come out of order. The loop
  /// keeps running until `then` has been called.
  package func offload<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value, then: @escaping (Value) -> Void
  ) {
    precondition(!isClosed, "offload on a closed loop")
    var result: Value?
    let code = PendingRequest.begin(
      uv_work_t.self, on: self,
      // libuv orders the write of the result before the read.
      work: { result = work() },
      finish: { _ in
        guard let value = result else { preconditionFailure("offloaded work has not run") }
        then(value)
      },
      start: { request in
        uv_queue_work(
          raw, request, { PendingRequest.perform($0) }, { PendingRequest.end($0, $1) })
      })
    precondition(code == 0, "libuv refuses work only when it is given none")
  }
}

extension Loop {
  /// Raises the soft limit of open descriptors (usually 1,024) to the hard one; returns the limit
  /// now in force. Child processes inherit it.
  @discardableResult
  package static func raiseDescriptorLimit() throws(UVError) -> UInt64 {
    var limit: UInt64 = 0
    try checked(csystem_raise_open_files(&limit), "raise", "the limit of open files")
    return limit
  }
}

extension Loop.RunMode {
  fileprivate var raw: uv_run_mode {
    switch self {
    case .untilDone: UV_RUN_DEFAULT
    case .oneTurn: UV_RUN_ONCE
    case .withoutWaiting: UV_RUN_NOWAIT
    }
  }
}

@available(*, unavailable)
extension Loop: Sendable {}
