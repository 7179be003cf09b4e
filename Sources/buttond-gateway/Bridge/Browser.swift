import ButtonClient
import ButtonProtocol
import UVLoop

/// A connection of a browser: requests of HTTP, one after the other, and perhaps a WebSocket in the end.
final class Browser {
  private let pipe: Pipe
  private let outlet: Outlet
  private let gateway: Gateway
  private var reader = RequestHeadReader()
  /// What came and has not been looked at, as a request is being answered.
  private var held: [UInt8] = []
  private var isReadingOn = false
  private var phase = Phase.reading
  private var patience: Patience

  /// What the connection is doing.
  private enum Phase {
    /// The next request is being read.
    case reading
    /// A request has not been answered yet.
    case answering
    /// It is a WebSocket, or about to be one.
    case webSocket(Bridge)
    /// Nothing more is done for it; what was sent may still be on its way.
    case closed
  }

  init(_ pipe: Pipe, of gateway: Gateway) {
    self.pipe = pipe
    self.gateway = gateway
    outlet = Outlet(pipe)
    patience = Patience(now: gateway.loop.now)
    outlet.didFail = { [weak self] in self?.close() }
  }

  /// Reads from now on.
  func start() throws(UVError) { try pipe.startReading(self) }

  /// Ends the connection at once.
  func close() {
    guard leave() else { return }
    pipe.close()
    gateway.didClose(self)
  }

  /// Ends what the connection is doing; false when that has happened already.
  private func leave() -> Bool {
    if isClosed { return false }
    bridge?.close()
    phase = .closed
    return true
  }

  private var isClosed: Bool { if case .closed = phase { true } else { false } }

  private var isReading: Bool { if case .reading = phase { true } else { false } }

  private var bridge: Bridge? { if case .webSocket(let bridge) = phase { bridge } else { nil } }

  /// Tells the browser that the gateway stops.
  func stop() {
    if let bridge { bridge.end(.goingAway, "the gateway stops") } else { close() }
  }

  /// Looks whether it has been waited for too long.
  func check(now: UInt64) {
    switch patience.verdict(now: now) {
    case .wait: break
    case .ping: bridge?.ping()
    case .giveUp: close()
    }
  }

  /// A WebSocket has said something.
  func heard() { patience.heard(now: gateway.loop.now) }

  /// Reads nothing more from the browser until `resume`.
  func pause() { pipe.stopReading() }

  /// Reads on.
  func resume() {
    guard !isClosed, !pipe.isReading, !pipe.isClosing else { return }
    do { try pipe.startReading(self) } catch { outlet.fail() }
  }

  /// Closes once everything has been sent.
  func closeAfterOutput() {
    guard leave() else { return }
    outlet.closeAfterOutput(on: gateway.loop)
    gateway.didClose(self)
  }

  // MARK: Requests

  /// Answers what is held, one request after the other.
  private func readOn() {
    if isReadingOn { return }
    isReadingOn = true
    while !held.isEmpty, isReading {
      if reader.isEmpty { patience.begin(.head, now: gateway.loop.now) }
      let bytes = held
      held = []
      read(bytes)
    }
    isReadingOn = false
  }

  private func read(_ bytes: [UInt8]) {
    do throws(Refusal) {
      guard let (head, rest) = try reader.take(bytes) else { return }
      held = rest
      phase = .answering
      try answer(head)
    } catch {
      gateway.didRefuse(error)
      outlet.send(Response(error).bytes(isHead: false, keepsAlive: false))
      closeAfterOutput()
    }
  }

  private func answer(_ head: RequestHead) throws(Refusal) {
    let visitor = try gateway.gatekeeper.visitor(head)
    guard head.method == "GET" || head.method == "HEAD" else {
      throw Refusal(405, "this gateway answers GET and HEAD")
    }
    guard !head.hasBody else { throw Refusal(413, "requests to this gateway have no body") }
    switch head.path {
    case WebSocketHandshake.path: open(try WebSocketHandshake(head), for: visitor)
    case "/metrics":
      ask(ServerStatsRequest(), head, visitor) { statistics in
        Response(
          200, "text/plain; version=0.0.4; charset=utf-8",
          Array(PrometheusText(statistics).text.utf8))
      }
    case "/healthz":
      ask(PingRequest(), head, visitor) { _ in Response(200, text: "ok") }
    default: respond(try gateway.site.response(to: head), to: head, visitor)
    }
  }

  private func ask<Question: Request>(
    _ question: Question, _ head: RequestHead, _ visitor: Gatekeeper.Visitor,
    _ response: @escaping (Question.Response) -> Response
  ) {
    wait()
    _ = DaemonQuestion(question, of: gateway.settings.socket, on: gateway.loop) {
      [weak self] result in
      switch result {
      case .success(let answer): self?.respond(response(answer), to: head, visitor)
      case .failure(let silence):
        self?.respond(Response(Refusal(503, silence.reason)), to: head, visitor)
      }
    }
  }

  /// Reads nothing more until the daemon has answered.
  private func wait() {
    pause()
    patience.begin(.answer, now: gateway.loop.now)
  }

  private func respond(_ response: Response, to head: RequestHead, _ visitor: Gatekeeper.Visitor) {
    if isClosed { return }
    let keepsAlive = head.keepsAlive && !gateway.isStopping
    outlet.send(
      response.bytes(isHead: head.method == "HEAD", keepsAlive: keepsAlive, for: visitor.origin))
    guard keepsAlive else { return closeAfterOutput() }
    // Who asks on without reading the answers is not read from.
    if outlet.waitingBytes > 0 {
      pause()
      outlet.didDrain = { [weak self] in self?.readNext() }
    } else {
      readNext()
    }
  }

  private func readNext() {
    if isClosed { return }
    outlet.didDrain = {}
    phase = .reading
    patience.begin(.nextRequest, now: gateway.loop.now)
    resume()
    readOn()
  }

  // MARK: WebSockets

  private func open(_ handshake: WebSocketHandshake, for visitor: Gatekeeper.Visitor) {
    wait()
    let bridge = Bridge(
      self, outlet, handshake, first: held,
      role: visitor.pass == .full ? gateway.settings.role : .read, of: gateway)
    held = []
    phase = .webSocket(bridge)
    if let failure = bridge.failure { didNotOpen(failure) }
  }

  /// The WebSocket is open.
  func didOpen() { patience.begin(.webSocket, now: gateway.loop.now) }

  /// There is no daemon to talk to.
  func didNotOpen(_ reason: String) {
    if isClosed { return }
    outlet.send(Response(Refusal(503, reason)).bytes(isHead: false, keepsAlive: false))
    closeAfterOutput()
  }
}

extension Browser: StreamReader {
  func streamDidRead(_ bytes: UnsafeRawBufferPointer, from pipe: Pipe) {
    if isClosed { return }
    if let bridge { return bridge.read(bytes) }
    held += bytes
    readOn()
  }

  func streamDidEnd(_ error: UVError?, of pipe: Pipe) { close() }
}
