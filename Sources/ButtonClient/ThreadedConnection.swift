import CPlatform
import Glibc
import Synchronization

/// A connection for any number of tasks: the core behind a lock, and a thread that waits for the
/// socket.
final class ThreadedConnection: Sendable {
  /// What the lock guards.
  struct State: ~Copyable {
    var core = ClientCore()
    var router = RequestRouter()
    /// False once the descriptors are closed.
    fileprivate var isOpen = true
    /// Whether the thread sleeps until it is woken, whatever the socket has.
    fileprivate var isPaused = false
  }

  private let socket: DaemonSocket
  /// Wakes the thread.
  private let wakeup: Int32
  private let state = Mutex(State())

  /// Takes over a connected socket and starts reading from it.
  init(_ socket: DaemonSocket) throws(ClientError) {
    self.socket = socket
    wakeup = csystem_wakeup_create()
    guard wakeup >= 0 else {
      socket.close()
      throw ClientError(
        .noDaemon, "cannot open a descriptor to wait on: \(ClientError.systemMessage(-wakeup))")
    }
    var thread = pthread_t()
    let retained = Unmanaged.passRetained(self)
    let code = pthread_create(&thread, nil, Self.threadMain, retained.toOpaque())
    guard code == 0 else {
      retained.release()
      socket.close()
      Glibc.close(wakeup)
      throw ClientError(
        .noDaemon, "cannot start a thread to read with: \(ClientError.systemMessage(code))")
    }
    pthread_detach(thread)
  }

  /// Ends the connection; everything that waits fails with the error.
  func finish(_ error: ClientError) { withState { $0.core.finish(error) } }

  /// Does something with the core or the router, then hands on and sends what came of it.
  func withState<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
    locked { state in
      let value = body(&state)
      if settle(&state) { csystem_wakeup_signal(wakeup) }
      return value
    }
  }

  /// Hands on events and sends bytes; whether the thread has to look again at what it waits for.
  private func settle(_ state: inout State) -> Bool {
    while let event = state.core.nextEvent() { state.router.route(event) }
    guard state.isOpen else { return false }
    socket.send(from: &state.core)
    return state.isPaused || state.core.end != nil || !state.core.outbound.isEmpty
  }

  private func locked<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
    state.withLock { state in
      let lock = Unmanaged.passUnretained(self).toOpaque()
      csystem_lock_acquired(lock)
      defer { csystem_lock_releasing(lock) }
      return body(&state)
    }
  }

  // MARK: The thread

  private static let threadMain:
    @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
      { argument in
        guard let argument else { return nil }
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        Unmanaged<ThreadedConnection>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }

  private func run() {
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: DaemonSocket.readBytes, alignment: 16)
    defer { buffer.deallocate() }
    while let events = nextEvents() {
      let hasInput = Int32(events) & Int32(POLLIN | POLLHUP | POLLERR) != 0
      if events == 0 { continue }
      locked { state in
        if hasInput { socket.receive(into: &state.core, through: buffer) }
        _ = settle(&state)
      }
    }
    locked { state in
      state.isOpen = false
      socket.close()
      Glibc.close(wakeup)
    }
  }

  /// Waits for the socket or to be woken; what the socket is ready for, nil when all is over.
  private func nextEvents() -> Int16? {
    let interest = locked { state -> Int32? in
      if state.core.end != nil { return nil }
      let mayRead = state.router.mayRead
      state.isPaused = !mayRead
      return (mayRead ? Int32(POLLIN) : 0) | (state.core.outbound.isEmpty ? 0 : Int32(POLLOUT))
    }
    guard let interest else { return nil }
    // A paused socket is not watched at all: a peer that hung up would be reported for ever.
    var polled = [
      pollfd(fd: wakeup, events: Int16(POLLIN), revents: 0),
      pollfd(fd: interest == 0 ? -1 : socket.descriptor, events: Int16(interest), revents: 0),
    ]
    guard poll(&polled, 2, -1) > 0 else { return 0 }
    if polled[0].revents != 0 { csystem_wakeup_drain(wakeup) }
    return polled[1].revents
  }
}
