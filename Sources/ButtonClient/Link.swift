import CSystem
import Glibc
import JSONRPC
import Synchronization

/// The connection to a daemon: its socket, and the thread that waits on it.
final class Link: Sendable {
  private struct State: ~Copyable {
    var desk = Desk()
    /// False once the descriptors are closed.
    var isOpen = true
    /// Whether the thread sleeps until the bell, whatever the socket says.
    var isPaused = false
  }

  /// The longest line that is read, in bytes; far above what a daemon sends.
  private static let maxLineBytes = 64 << 20
  private static let readBytes = 64 << 10

  private let socket: Int32
  private let bell: Bell
  private let state = Mutex(State())

  /// Takes over a connected socket and starts reading from it.
  init(socket: Int32) throws(ClientError) {
    self.socket = socket
    guard let bell = Bell() else {
      let reason = Self.lastError
      Glibc.close(socket)
      throw ClientError(.noDaemon, "no descriptor left to wait on: \(reason)")
    }
    self.bell = bell
    var thread = pthread_t()
    let retained = Unmanaged.passRetained(self)
    let code = pthread_create(&thread, nil, Self.threadMain, retained.toOpaque())
    guard code == 0 else {
      retained.release()
      Glibc.close(socket)
      bell.close()
      throw ClientError(.noDaemon, "no thread to read with: \(String(cString: strerror(code)))")
    }
    pthread_detach(thread)
  }

  /// Does something at the desk, then sends what came of it.
  func withDesk<Value: Sendable>(_ body: (inout Desk) -> Value) -> Value {
    withState { state in
      let value = body(&state.desk)
      guard state.isOpen else { return value }
      var needsThread = state.isPaused || state.desk.end != nil
      if !state.desk.outbound.isEmpty {
        let isAlive = state.desk.outbound.send(to: socket)
        needsThread = needsThread || !isAlive || !state.desk.outbound.isEmpty
      }
      if needsThread { bell.ring() }
      return value
    }
  }

  /// Ends the connection; what waits is told why.
  func finish(_ error: ClientError) {
    withDesk { $0.finish(error) }
  }

  private static let threadMain:
    @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
      { argument in
        guard let argument else { return nil }
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        Unmanaged<Link>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }

  private func run() {
    let parser = JSONParser()
    var splitter = LineSplitter(maxLineBytes: Self.maxLineBytes)
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Self.readBytes + JSONParser.padding, alignment: 16)
    buffer.initializeMemory(as: UInt8.self, repeating: 0)
    defer { buffer.deallocate() }
    while let events = nextEvents() {
      if Int32(events) & Int32(POLLOUT) != 0 { withDesk { _ in } }
      guard Int32(events) & Int32(POLLIN | POLLHUP | POLLERR) != 0 else { continue }
      let count = recv(socket, buffer.baseAddress, Self.readBytes, Int32(MSG_DONTWAIT))
      if count > 0 {
        var input = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        take(&input, &splitter, parser)
      } else if count == 0 {
        finish(ClientError(.connectionLost, "the daemon went away"))
      } else if errno != EAGAIN, errno != EINTR {
        finish(ClientError(.connectionLost, "the daemon went away: \(Self.lastError)"))
      }
    }
    withState { state in
      state.isOpen = false
      Glibc.close(socket)
      bell.close()
    }
  }

  /// Waits for the socket or the bell; what the socket is ready for, nil when all is over.
  private func nextEvents() -> Int16? {
    let wish = withState { state -> Int32? in
      if state.desk.end != nil { return nil }
      let mayRead = state.desk.mayRead
      state.isPaused = !mayRead
      return (mayRead ? Int32(POLLIN) : 0) | (state.desk.outbound.isEmpty ? 0 : Int32(POLLOUT))
    }
    guard let wish else { return nil }
    // A paused socket is not watched at all: a peer that hung up would be reported for ever.
    var polled = [
      pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wish == 0 ? -1 : socket, events: Int16(wish), revents: 0),
    ]
    let count = poll(&polled, 2, -1)
    guard count > 0 else { return 0 }
    if polled[0].revents != 0 {
      bell.silence()
    }
    return polled[1].revents
  }

  private func take(
    _ input: inout UnsafeRawBufferPointer, _ splitter: inout LineSplitter, _ parser: JSONParser
  ) {
    while true {
      switch splitter.next(in: &input) {
      case .needsInput: return
      case .tooLong:
        finish(ClientError(.unexpectedAnswer, "the daemon sent a line without end"))
        return
      case .line(let line):
        if let error = take(line, parser) { finish(error) }
      }
    }
  }

  private func take(_ line: UnsafeRawBufferPointer, _ parser: JSONParser) -> ClientError? {
    do {
      let message = ResponseEnvelope(try parser.parse(line), line: line)
      return withState { $0.desk.take(message) }
    } catch {
      return ClientError(
        .unexpectedAnswer, "the daemon sent what is not read: \(error.explanation)")
    }
  }

  private func withState<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
    state.withLock { state in
      let lock = Unmanaged.passUnretained(self).toOpaque()
      csystem_lock_acquired(lock)
      defer { csystem_lock_releasing(lock) }
      return body(&state)
    }
  }

  /// What errno says, in words.
  static var lastError: String { String(cString: strerror(errno)) }
}
