package import ButtonProtocol
import Glibc

/// A connection for one thread, which waits in `poll` for the daemon and for other descriptors.
///
/// Events come in the order in which the daemon sent them. What was asked for is sent by the next
/// call that waits; requests made before it arrive together, so that the daemon handles them in one
/// turn.
package final class PolledConnection {
  /// Why a wait is over.
  package enum Event {
    case daemon(ClientCore.Event)
    /// Another descriptor that was waited for can be read.
    case otherReadable
    case timeout
  }

  /// How long an event may be waited for once the daemon may take as long as it likes, in
  /// milliseconds.
  private static let longestWait: Int32 = 70_000

  /// Judges a daemon that does not answer; nil when it may take as long as it likes.
  private var silence: SilenceWatch?
  private let patience: SilenceWatch.Patience
  private var core = ClientCore()
  private let socket: DaemonSocket
  private let buffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: DaemonSocket.readBytes, alignment: 16)
  /// What came while something else was waited for.
  private var kept: [ClientCore.Event] = []

  /// Connects to a daemon, which is given up when it does not answer.
  package init(_ path: SocketPath, _ patience: SilenceWatch.Patience) throws(ClientError) {
    self.patience = patience
    var silence = SilenceWatch(patience)
    socket = try silence.connect(to: path)
    self.silence = silence
  }

  /// Has the daemon take as long as it likes from now on: it has answered, and the rest is a watch.
  package func waitForEver() { silence = nil }

  deinit {
    socket.close()
    buffer.deallocate()
  }

  // MARK: Asking

  /// Introduces a program that needs a role.
  package func introduce(_ client: String, as role: Role) throws(ClientError) {
    let hello: HelloResponse = try call(HelloRequest(client: client, role: role)).decode()
    try hello.require(role)
  }

  /// Makes a request; its id.
  package func request(_ request: some Request) -> ClientCore.ID { core.request(request) }

  /// Calls any method; the id of the request.
  package func request(_ method: String, _ params: JSONDocument) -> ClientCore.ID {
    core.request(method, params)
  }

  /// Begins a subscription; its id.
  package func subscribe(_ request: some Request) -> ClientCore.ID { core.subscribe(request) }

  /// Ends a subscription.
  package func unsubscribe(_ id: ClientCore.ID) { core.unsubscribe(id) }

  // MARK: Waiting

  /// Makes a request and waits for its result.
  package func call(_ request: some Request) throws(ClientError) -> JSONDocument {
    try answer(to: core.request(request)).get()
  }

  /// Waits for the answer to a request; a connection that ends is thrown.
  package func answer(to id: ClientCore.ID) throws(ClientError) -> ClientCore.Answer {
    let answer = try wait { event in
      if case .answered(id, let answer) = event { answer } else { nil }
    }
    if case .failure(let error) = answer, !error.isRefusal { throw error }
    return answer
  }

  /// Waits for the next part of a subscription, the first of which is the answer that begins it.
  package func part(of id: ClientCore.ID) throws(ClientError) -> JSONDocument {
    let part = try wait { event -> ClientCore.Answer? in
      switch event {
      case .part(id, let part): .success(part.json)
      case .ended(id, let error?): .failure(error)
      default: nil
      }
    }
    return try part.get()
  }

  /// The next event, within that many milliseconds (-1: without limit), unless other descriptors
  /// become readable first.
  package func next(timeout: Int32 = -1, or others: [Int32] = []) throws(ClientError) -> Event {
    kept.isEmpty ? try arrival(timeout, or: others) : .daemon(kept.removeFirst())
  }

  /// Takes the parts of a subscription that came while answers were waited for.
  package func takeKeptParts(of id: ClientCore.ID) -> [JSONDocument] {
    var parts: [JSONDocument] = []
    kept.removeAll { event in
      guard case .part(id, let part) = event else { return false }
      parts.append(part.json)
      return true
    }
    return parts
  }

  /// Ends the connection, and waits until the daemon has ended it as well.
  package func finish() throws(ClientError) {
    socket.endOutput()
    do throws(ClientError) {
      while true {
        if case .timeout = try arrival(Int32(clamping: patience.milliseconds), or: []) { break }
      }
    } catch {
      guard error.code == .connectionLost else { throw error }
      return
    }
    throw ClientError(.connectionLost, "the daemon does not close the connection")
  }

  /// Milliseconds of the monotonic clock.
  package static var milliseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Waits for an event that `match` accepts, and keeps all others.
  private func wait<Value>(
    for match: (ClientCore.Event) -> Value?
  ) throws(ClientError) -> Value {
    for (index, event) in kept.enumerated() {
      guard let value = match(event) else { continue }
      kept.remove(at: index)
      return value
    }
    while true {
      switch try arrival(silence == nil ? Self.longestWait : -1, or: []) {
      case .daemon(let event):
        if let value = match(event) { return value }
        kept.append(event)
      case .otherReadable: break
      case .timeout: throw ClientError(.connectionLost, "the daemon does not answer")
      }
    }
  }

  private func arrival(_ timeout: Int32, or others: [Int32]) throws(ClientError) -> Event {
    var timeout = timeout
    let deadline = Self.milliseconds + Int64(max(0, timeout))
    while true {
      socket.send(from: &core)
      if let event = core.nextEvent() { return .daemon(event) }
      if let end = core.end { throw end }
      let events = core.outbound.isEmpty ? POLLIN : POLLIN | POLLOUT
      var polled = others.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      polled.append(pollfd(fd: socket.descriptor, events: Int16(events), revents: 0))
      let quiet = silence?.wait(for: core).map { Int32(clamping: $0) }
      let limit = quiet.map { timeout < 0 ? $0 : min($0, timeout) } ?? timeout
      let began = Self.milliseconds
      let count = poll(&polled, nfds_t(polled.count), limit)
      if count < 0, errno != EINTR {
        throw ClientError(.connectionLost, "poll: \(ClientError.systemMessage())")
      }
      let hasInput = Int32(polled[others.count].revents) & ~Int32(POLLOUT) != 0
      if hasInput {
        silence?.heard()
      } else if quiet != nil {
        // A program that was stopped meanwhile has waited no longer than it meant to.
        silence?.waited(UInt64(min(Self.milliseconds - began, Int64(limit))), &core)
      }
      if count == 0, timeout >= 0, Self.milliseconds >= deadline { return .timeout }
      if polled.dropLast().contains(where: { $0.revents != 0 }) { return .otherReadable }
      if hasInput { socket.receive(into: &core, through: buffer) }
      if timeout > 0 { timeout = Int32(clamping: max(0, deadline - Self.milliseconds)) }
    }
  }
}
