import ButtonClient
import ButtonProtocol
import UVLoop

/// The connection of a browser: a sequence of requests, the last of which may open a WebSocket.
final class HTTPConnection {
  /// The number of its place among the gateway's connections.
  let place: Int
  private let pipe: Pipe
  private let writer: BufferedWriter
  private let gateway: Gateway
  private var parser = HTTPRequestParser()
  private var isAnsweringRequests = false
  private var phase = Phase.reading
  private var timeouts: IdleTimeouts
  private var hasLeft = false

  private enum Phase {
    /// The next request is being read.
    case reading
    /// A request has not been answered yet.
    case answering
    /// The connection is a WebSocket, or becomes one when the daemon has answered.
    case webSocket(WebSocketBridge)
    /// Nothing more is read; the last output may still be on its way.
    case closed
  }

  init(_ pipe: Pipe, at place: Int, of gateway: Gateway) {
    self.pipe = pipe
    self.place = place
    self.gateway = gateway
    writer = BufferedWriter(pipe)
    timeouts = IdleTimeouts(now: gateway.loop.now)
    writer.didFail = { [weak self] in self?.close() }
  }

  /// Starts reading.
  func start() throws(UVError) { try pipe.startReading(self) }

  /// Closes the connection at once.
  func close() {
    _ = endTask()
    pipe.close()
    leave()
  }

  /// Closes the connection when everything has been sent; it has its place until then.
  func closeAfterOutput() {
    guard endTask() else { return }
    timeouts.begin(.head, now: gateway.loop.now)
    writer.endOutput(on: gateway.loop) { [self] in
      leave()
      if gateway.admitsLeaver() { dropInput() } else { pipe.close() }
    }
  }

  /// Gives the place to another connection at once; a WebSocket is sent the reason.
  func giveUpPlace() {
    bridge?.say(.policy, "this place was needed: see --max-connections")
    guard bridge != nil, gateway.admitsLeaver() else { return close() }
    _ = endTask()
    leave()
    writer.endOutput(on: gateway.loop) { [self] in dropInput() }
  }

  private func dropInput() {
    LastInput.drop(from: pipe) { [gateway] in gateway.didLeave() }
  }

  /// Says goodbye to a WebSocket; closes any other connection.
  func stop() {
    if isClosed { return }
    if let bridge { bridge.end(.goingAway, "the gateway stops") } else { close() }
  }

  /// Acts on timeouts.
  func check(now: UInt64) {
    timeouts.unread(writer.waitingBytes, now: now)
    switch timeouts.action(now: now) {
    case .wait: break
    case .ping: bridge?.ping()
    case .giveUp: close()
    }
  }

  /// Stops reading from the browser until `resume`.
  func pause() { pipe.stopReading() }

  /// Reads again.
  func resume() {
    guard !isClosed, !pipe.isReading, !pipe.isClosing else { return }
    do { try pipe.startReading(self) } catch { writer.fail() }
  }

  /// Ends what the connection is doing; false if that has ended already.
  private func endTask() -> Bool {
    if isClosed { return false }
    bridge?.close()
    phase = .closed
    return true
  }

  /// Gives the place back, once.
  private func leave() {
    if hasLeft { return }
    hasLeft = true
    gateway.didClose(self)
  }

  private var isClosed: Bool { if case .closed = phase { true } else { false } }

  private var isReading: Bool { if case .reading = phase { true } else { false } }

  private var bridge: WebSocketBridge? {
    if case .webSocket(let bridge) = phase { bridge } else { nil }
  }

  // MARK: Requests

  /// Answers the requests that have arrived, one after the other.
  private func answerRequests() {
    if isAnsweringRequests { return }
    isAnsweringRequests = true
    defer { isAnsweringRequests = false }
    var isHead = false
    do throws(HTTPError) {
      while isReading, let head = try parser.next() {
        phase = .answering
        isHead = head.method == "HEAD"
        try answer(head)
        isHead = false
      }
    } catch {
      gateway.didRefuse(error)
      respondAndClose(HTTPResponse(error), isHead: isHead)
    }
  }

  private func answer(_ head: HTTPRequestHead) throws(HTTPError) {
    let caller = try gateway.gatekeeper.caller(head)
    gateway.change(self, to: caller.access == .full ? .trusted : .passing)
    guard head.method == "GET" || head.method == "HEAD" else {
      throw HTTPError(405, "this gateway answers GET and HEAD")
    }
    guard !head.hasBody else { throw HTTPError(413, "requests to this gateway have no body") }
    switch head.path {
    case WebSocketHandshake.path: openWebSocket(try WebSocketHandshake(head), for: caller)
    case "/metrics":
      ask(ServerStatsRequest(), head, caller) { statistics in
        HTTPResponse(
          200, "text/plain; version=0.0.4; charset=utf-8",
          Array(PrometheusText(statistics).text.utf8))
      }
    case "/healthz":
      ask(PingRequest(), head, caller) { _ in HTTPResponse(200, text: "ok") }
    default: respond(try gateway.site.response(to: head), to: head, caller)
    }
  }

  /// Answers with what the daemon says to a call.
  private func ask<Call: Request>(
    _ call: Call, _ head: HTTPRequestHead, _ caller: Gatekeeper.Caller,
    _ response: @escaping (Call.Response) -> HTTPResponse
  ) {
    waitForDaemon()
    _ = DaemonRequest(call, to: gateway.socket, on: gateway.loop) { [weak self] result in
      switch result {
      case .success(let answer): self?.respond(response(answer), to: head, caller)
      case .failure(let error):
        self?.respond(HTTPResponse(HTTPError(503, error.message)), to: head, caller)
      }
    }
  }

  /// Reads nothing more until the daemon has answered.
  private func waitForDaemon() {
    pause()
    timeouts.begin(.answer, now: gateway.loop.now)
  }

  private func respond(
    _ response: HTTPResponse, to head: HTTPRequestHead, _ caller: Gatekeeper.Caller
  ) {
    if isClosed { return }
    let keepsAlive = head.keepsAlive && !gateway.isStopping
    writer.send(
      response.bytes(isHead: head.method == "HEAD", keepsAlive: keepsAlive, for: caller.origin))
    // A browser that does not read its responses is not read from either.
    if writer.waitingBytes > 0 {
      pause()
      writer.didDrain = { [weak self] in self?.didRespond(keepsAlive) }
    } else {
      didRespond(keepsAlive)
    }
  }

  private func didRespond(_ keepsAlive: Bool) {
    if keepsAlive { readNextRequest() } else { closeAfterOutput() }
  }

  private func respondAndClose(_ response: HTTPResponse, isHead: Bool = false) {
    if isClosed { return }
    writer.send(response.bytes(isHead: isHead, keepsAlive: false))
    closeAfterOutput()
  }

  private func readNextRequest() {
    if isClosed { return }
    writer.didDrain = {}
    phase = .reading
    gateway.change(self, to: .passing)
    timeouts.begin(parser.isEmpty ? .nextRequest : .head, now: gateway.loop.now)
    resume()
    answerRequests()
  }

  // MARK: WebSockets

  private func openWebSocket(_ handshake: WebSocketHandshake, for caller: Gatekeeper.Caller) {
    if caller.access == .reading { gateway.change(self, to: .reading) }
    waitForDaemon()
    let bridge = WebSocketBridge(self, writer, handshake, early: parser.takeRest())
    phase = .webSocket(bridge)
    bridge.open(
      to: gateway.socket, role: caller.access == .full ? gateway.options.role : .read,
      on: gateway.loop)
  }

  /// Notes that the WebSocket is open.
  func webSocketDidOpen() { timeouts.begin(.webSocket, now: gateway.loop.now) }

  /// Notes that the browser sent something through its WebSocket.
  func heard() {
    timeouts.heard(now: gateway.loop.now)
    gateway.hear(self)
  }

  /// Refuses the WebSocket, since the daemon cannot be reached.
  func respondUnavailable(_ reason: String) {
    respondAndClose(HTTPResponse(HTTPError(503, reason)))
  }
}

extension HTTPConnection: StreamReader {
  func streamDidRead(_ bytes: UnsafeRawBufferPointer, from pipe: Pipe) {
    if isClosed { return }
    if let bridge { return bridge.read(bytes) }
    if parser.isEmpty, isReading { timeouts.begin(.head, now: gateway.loop.now) }
    parser.append(bytes)
    answerRequests()
  }

  func streamDidEnd(_ error: UVError?, of pipe: Pipe) { close() }
}
