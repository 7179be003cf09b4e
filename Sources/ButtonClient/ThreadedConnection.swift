import CPlatform
import Glibc
import Synchronization

/// A connection for any number of tasks: the core behind a lock, and a thread that waits for the
/// socket, or for the next daemon where the core outlives its connection.
final class ThreadedConnection: Sendable {
  /// What the lock guards.
  struct State: ~Copyable {
    var core = ClientCore()
    var router = RequestRouter()
    /// The connection there is now.
    fileprivate var socket: DaemonSocket?
    /// False once the descriptors are closed.
    fileprivate var isOpen = true
    /// Whether the thread sleeps until it is woken, whatever the socket has.
    fileprivate var isPaused = false
    /// Judges a daemon that does not answer; nil where it is waited for without end.
    fileprivate var silence: SilenceWatch?
    /// Whether the thread waits for an answer that is owed, and no longer than that.
    fileprivate var isWatching = false
  }

  private let path: SocketPath
  /// How long a request waits for the next daemon, in milliseconds.
  private let patience: UInt64
  /// Wakes the thread.
  private let wakeup: Int32
  private let state = Mutex(State())

  /// Connects to the daemon at a path and starts reading.
  init(
    to path: SocketPath, patience: UInt64, silence: SilenceWatch? = nil
  ) throws(ClientError) {
    self.path = path
    self.patience = patience
    let socket: DaemonSocket
    let watch: SilenceWatch?
    if var silence {
      socket = try silence.connect(to: path)
      watch = silence
    } else {
      socket = try DaemonSocket(connectingTo: path)
      watch = nil
    }
    wakeup = csystem_wakeup_create()
    guard wakeup >= 0 else {
      socket.close()
      throw ClientError(
        .noDaemon, "cannot open a descriptor to wait on: \(ClientError.systemMessage(-wakeup))")
    }
    state.withLock {
      $0.socket = socket
      $0.silence = watch
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
    state.socket?.send(from: &state.core)
    return state.isPaused || state.core.end != nil || state.core.isAway
      || !state.core.outbound.isEmpty
      || state.silence != nil && !state.isWatching && state.core.isOwedAnswer
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

  /// What the thread waits for.
  private enum Wait {
    case over
    case nextDaemon
    /// A socket, or only to be woken where there is no interest in it.
    case socket(DaemonSocket?, interest: Int32, atMost: UInt64?)
  }

  private func run() {
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: DaemonSocket.readBytes, alignment: 16)
    defer { buffer.deallocate() }
    var absence = Absence(patience: patience)
    while true {
      switch nextWait() {
      case .over:
        return locked { state in
          state.isOpen = false
          state.socket?.close()
          state.socket = nil
          Glibc.close(wakeup)
        }
      case .nextDaemon:
        let time = goOn(&absence)
        _ = wait(for: nil, 0, atMost: time)
      case .socket(let socket, let interest, let time):
        let began = Absence.now
        let events = wait(for: socket, interest, atMost: time)
        // A program that was stopped meanwhile has waited no longer than it meant to.
        let waited = time.map { min($0, Absence.now - began) }
        take(events, after: waited, through: buffer)
      }
    }
  }

  private func nextWait() -> Wait {
    locked { state in
      if state.core.end != nil { return .over }
      if state.core.isAway { return .nextDaemon }
      let mayRead = state.router.mayRead
      state.isPaused = !mayRead
      let interest =
        (mayRead ? Int32(POLLIN) : 0) | (state.core.outbound.isEmpty ? 0 : Int32(POLLOUT))
      let time = mayRead ? state.silence?.wait(for: state.core) : nil
      state.isWatching = time != nil
      return .socket(interest == 0 ? nil : state.socket, interest: interest, atMost: time)
    }
  }

  /// Waits for a socket or to be woken, for some milliseconds or for ever; what the socket is ready for.
  private func wait(for socket: DaemonSocket?, _ interest: Int32, atMost time: UInt64?) -> Int16 {
    // A paused socket is not watched at all: a peer that hung up would be reported for ever.
    var polled = [
      pollfd(fd: wakeup, events: Int16(POLLIN), revents: 0),
      pollfd(fd: socket?.descriptor ?? -1, events: Int16(interest), revents: 0),
    ]
    guard poll(&polled, 2, time.map { Int32(clamping: $0) } ?? -1) > 0 else { return 0 }
    if polled[0].revents != 0 { csystem_wakeup_drain(wakeup) }
    return polled[1].revents
  }

  private func take(
    _ events: Int16, after waited: UInt64?, through buffer: UnsafeMutableRawBufferPointer
  ) {
    let hasInput = Int32(events) & Int32(POLLIN | POLLHUP | POLLERR) != 0
    locked { state in
      if hasInput {
        state.silence?.heard()
        state.socket?.receive(into: &state.core, through: buffer)
      } else if let waited {
        state.silence?.waited(waited, &state.core)
      }
      _ = settle(&state)
    }
  }

  /// Looks for the next daemon if it is time to; how long to wait, in milliseconds.
  private func goOn(_ absence: inout Absence) -> UInt64 {
    let now = Absence.now
    let (next, time) = locked { state -> (Absence, UInt64) in
      var absence = absence
      if let socket = state.socket {
        socket.close()
        state.socket = nil
        absence.begin(now)
      }
      for id in absence.expired(state.core.keptRequests, now) {
        state.core.expire(
          id, ClientError(.unanswered, "no daemon came back at \(path.text) in time"))
      }
      if absence.isTimeToTry(now) {
        do throws(ClientError) {
          state.socket = try DaemonSocket(connectingTo: path, waits: false)
          state.core.resume(after: absence.end(now))
        } catch {
          absence.failed(now)
        }
      }
      _ = settle(&state)
      return (absence, absence.time(from: now))
    }
    absence = next
    return time
  }
}
