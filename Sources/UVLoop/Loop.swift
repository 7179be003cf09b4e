import CLibuv
import CPlatform
import Glibc

/// One libuv loop: the thread that runs it owns every handle opened on it, and nothing here may be
/// touched from another thread except through `offload`.
///
/// A handle keeps its loop alive, so a loop is freed after its last handle has closed. `close()` is
/// the orderly end; a loop dropped without it frees itself if nothing is open and stays allocated
/// (it never crashes) while something is.
package final class Loop {
  /// The most bytes that one read delivers.
  package static let readCapacity = 64 * 1024
  /// Bytes behind every read that may be loaded, though not relied on; simdjson asks for 64.
  package static let readPadding = 64

  /// Handles opened and not yet freed by libuv, closing ones included.
  package internal(set) var liveHandles = 0
  /// Writes, shutdowns, connects and offloaded work that have not finished.
  package internal(set) var pendingRequests = 0
  /// Whether `run` is on the stack.
  package private(set) var isRunning = false
  /// Whether `close` has finished: the loop can no longer be used.
  package private(set) var isClosed = false

  let raw: UnsafeMutablePointer<uv_loop_t>
  private let readBuffer: UnsafeMutableRawPointer

  /// Makes a loop and has the process ignore SIGPIPE: a peer that leaves must end a write with an
  /// error, not end the process. Children get the default back from libuv.
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

  /// Has libuv open now, and not when descriptors are short, the one that it keeps from a loop's first
  /// stream on.
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

  /// How long `run` runs.
  package enum RunMode: Hashable, Sendable {
    /// Until `stop()`, or until nothing referenced is left to wait for.
    case untilDone
    /// One turn, which may wait for an event.
    case oneTurn
    /// One turn without waiting.
    case withoutWaiting
  }

  /// Runs the loop on this thread; true says that there is still something to wait for.
  @discardableResult
  package func run(_ mode: RunMode = .untilDone) -> Bool {
    precondition(!isClosed, "run of a closed loop")
    precondition(!isRunning, "run inside one of the loop's own callbacks")
    isRunning = true
    defer { isRunning = false }
    return uv_run(raw, mode.raw) != 0
  }

  /// Makes `run` return at the end of this turn, or at once when it is called next.
  package func stop() {
    uv_stop(raw)
  }

  /// The loop's clock in milliseconds, read once per turn; its zero means nothing.
  package var now: UInt64 { uv_now(raw) }

  /// The clock of this very moment in nanoseconds; its zero means nothing.
  package var hrtime: UInt64 { uv_hrtime() }

  /// Closes every handle still open, runs until their callbacks are done (offloaded work is waited
  /// for, a child process is killed) and frees the loop's descriptors. Calling it again does
  /// nothing; a handle or request that outlives it is a fault of this module.
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
  /// Runs `work` on libuv's thread pool (four threads unless `UV_THREADPOOL_SIZE` says otherwise)
  /// and then hands its result to `then` on the loop's thread. Results may come in another order
  /// than the work was given. The loop keeps running until `then` has been called.
  package func offload<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value, then: @escaping (Value) -> Void
  ) {
    precondition(!isClosed, "offload on a closed loop")
    var result: Value?
    let code = PendingRequest.begin(
      uv_work_t.self, on: self,
      // libuv orders the write of the result before the read: they never meet.
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
  /// Raises the number of descriptors that this process may open from the usual soft limit (1,024) to
  /// the hard one and returns the limit now in force. Child processes inherit it.
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
