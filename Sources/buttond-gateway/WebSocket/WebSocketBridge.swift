import ButtonClient
import ButtonProtocol
import UVLoop

/// A WebSocket and its connection to the daemon: lines become messages, and messages lines, unchanged.
///
/// Neither side is read faster than the other takes: to the daemon a slow browser is one slow client,
/// which gets newer looks later.
final class WebSocketBridge {
  /// The longest message of a browser, in bytes: the daemon's longest line.
  static let maximumMessageBytes = 1 << 20
  /// Bytes that may wait for the daemon before reading from the browser stops.
  private static let daemonRoom = 256 << 10
  /// Bytes of answers that may wait for the browser before reading from it stops.
  private static let browserRoom = 256 << 10

  private weak var browser: HTTPConnection?
  private let writer: BufferedWriter
  private let handshake: WebSocketHandshake
  private var daemon: DaemonConnection?
  private var parser = WebSocketParser(maximumMessageBytes: WebSocketBridge.maximumMessageBytes)
  private var framer = LineFramer()
  /// What the browser sent before the WebSocket was open.
  private var early: [UInt8]
  private var phase = Phase.opening

  private enum Phase {
    /// The daemon has not answered; the browser is not read from.
    case opening
    case open
    case over
  }

  init(
    _ browser: HTTPConnection, _ writer: BufferedWriter, _ handshake: WebSocketHandshake,
    early: [UInt8]
  ) {
    self.browser = browser
    self.writer = writer
    self.handshake = handshake
    self.early = early
  }

  /// Connects to the daemon with at most this role, and then opens the WebSocket.
  func open(to path: SocketPath, role: Role?, on loop: Loop) {
    writer.didDrain = { [weak self] in self?.balance() }
    let daemon = DaemonConnection(role: role, on: loop, for: self)
    self.daemon = daemon
    daemon.connect(to: path)
  }

  /// Takes what the browser sent.
  func read(_ bytes: some Sequence<UInt8>) {
    browser?.heard()
    for event in parser.take(bytes) where phase == .open { handle(event) }
    balance()
  }

  /// Asks the browser for a sign of life.
  func ping() { writer.send(WebSocketFrame.bytes(.ping, [])) }

  /// Closes the WebSocket with a reason, or refuses to open it.
  func end(_ code: WebSocketCloseCode, _ reason: String) {
    switch phase {
    case .opening:
      close()
      browser?.respondUnavailable(reason)
    case .open:
      say(code, reason)
      close()
      browser?.closeAfterOutput()
    case .over: break
    }
  }

  /// Tells an open WebSocket why it ends.
  func say(_ code: WebSocketCloseCode, _ reason: String) {
    if case .open = phase { writer.send(WebSocketFrame.close(code, reason)) }
  }

  /// Closes the connection to the daemon.
  func close() {
    phase = .over
    daemon?.close()
  }

  private func handle(_ event: WebSocketParser.Event) {
    switch event {
    case .text(let bytes, let isEnd):
      // A line end can only stand between the tokens of JSON, where a space means the same.
      var line = bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
      if isEnd { line.append(0x0A) }
      daemon?.send(line)
    case .ping(let payload): writer.send(WebSocketFrame.bytes(.pong, payload))
    case .pong: break
    case .close(let code): end(code, "")
    case .failed(let code, let reason): end(code, reason)
    }
  }

  /// Reads from each side as long as the other takes what it sends.
  private func balance() {
    guard phase == .open, let daemon else { return }
    if writer.waitingBytes > 0 { daemon.pause() } else { daemon.resume() }
    if daemon.waitingBytes > Self.daemonRoom || writer.waitingBytes > Self.browserRoom {
      browser?.pause()
    } else {
      browser?.resume()
    }
  }
}

extension WebSocketBridge: DaemonConnection.Delegate {
  func connectionDidOpen(_ connection: DaemonConnection) {
    phase = .open
    writer.send(handshake.answer)
    browser?.webSocketDidOpen()
    let bytes = early
    early = []
    read(bytes)
  }

  func connection(_ connection: DaemonConnection, didRead bytes: UnsafeRawBufferPointer) {
    writer.send(framer.frames(of: bytes))
    balance()
  }

  func connectionDidDrain(_ connection: DaemonConnection) { balance() }

  func connectionDidEnd(_ connection: DaemonConnection, _ error: ClientError) {
    end(.tryAgain, error.message)
  }
}
