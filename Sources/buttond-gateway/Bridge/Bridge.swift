import ButtonProtocol
import UVLoop

/// A WebSocket and the daemon's connection that belongs to it: lines go over as messages, and messages
/// as lines, unchanged.
///
/// Neither side is read faster than the other takes: a browser that is slow is one client of the daemon
/// that is slow, and gets newer looks later.
final class Bridge {
  /// The longest message of a browser, in bytes: the daemon's longest line.
  static let maximumMessageBytes = 1 << 20
  /// What may wait for the daemon before the browser is not read from.
  private static let daemonRoom = 256 << 10
  /// What may wait for the browser before it is not read from, since it is owed answers.
  private static let browserRoom = 256 << 10

  private weak var browser: Browser?
  private let outlet: Outlet
  private let handshake: WebSocketHandshake
  private let gateway: Gateway
  private var link: DaemonLink?
  private var reader = WebSocketReader(maximumMessageBytes: Bridge.maximumMessageBytes)
  private var frames = LineFrames()
  /// What the browser sent before the WebSocket was open.
  private var first: [UInt8]
  private var phase = Phase.opening

  /// How far the WebSocket has come.
  private enum Phase {
    /// The daemon has not answered; the browser is not read from.
    case opening
    case open
    case over
  }

  init(
    _ browser: Browser, _ outlet: Outlet, _ handshake: WebSocketHandshake, first: [UInt8],
    role: Role?, of gateway: Gateway
  ) {
    self.browser = browser
    self.outlet = outlet
    self.handshake = handshake
    self.first = first
    self.gateway = gateway
    outlet.didDrain = { [weak self] in self?.balance() }
    link = DaemonLink(to: gateway.settings.socket, role: role, on: gateway.loop, for: self)
  }

  /// Why there is no way to the daemon; nil while there may be one.
  var failure: String? { link?.failure }

  /// Takes what the browser sent.
  func read(_ bytes: some Sequence<UInt8>) {
    browser?.heard()
    for event in reader.take(bytes) where phase == .open { handle(event) }
    balance()
  }

  /// Asks the browser whether it is there.
  func ping() {
    var bytes: [UInt8] = []
    WebSocketFrame.append(.ping, [], to: &bytes)
    outlet.send(bytes)
  }

  /// Ends the WebSocket and says why.
  func end(_ code: CloseCode, _ reason: String) {
    switch phase {
    case .opening:
      close()
      browser?.didNotOpen(reason)
    case .open:
      close()
      outlet.send(WebSocketFrame.close(code, reason))
      browser?.closeAfterOutput()
    case .over: break
    }
  }

  /// Lets go of the daemon.
  func close() {
    phase = .over
    link?.close()
  }

  private func handle(_ event: WebSocketReader.Event) {
    switch event {
    case .text(let bytes, let isEnd):
      // Between the tokens of JSON a line end is a space; inside of a text there is none.
      var line = bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
      if isEnd { line.append(0x0A) }
      link?.send(line)
    case .ping(let payload):
      var bytes: [UInt8] = []
      WebSocketFrame.append(.pong, payload, to: &bytes)
      outlet.send(bytes)
    case .pong: break
    case .close(let code): end(code, "")
    case .failed(let code, let reason): end(code, reason)
    }
  }

  /// Reads from each side as long as the other takes.
  private func balance() {
    guard phase == .open, let link else { return }
    if outlet.waitingBytes > 0 { link.pause() } else { link.resume() }
    if link.waitingBytes > Self.daemonRoom || outlet.waitingBytes > Self.browserRoom {
      browser?.pause()
    } else {
      browser?.resume()
    }
  }
}

extension Bridge: DaemonLink.Delegate {
  func linkDidOpen(_ link: DaemonLink) {
    phase = .open
    outlet.send(handshake.answer)
    browser?.didOpen()
    let bytes = first
    first = []
    read(bytes)
  }

  func link(_ link: DaemonLink, didRead bytes: UnsafeRawBufferPointer) {
    outlet.send(frames.take(bytes))
    balance()
  }

  func linkDidDrain(_ link: DaemonLink) { balance() }

  func linkDidEnd(_ link: DaemonLink, _ reason: String) { end(.tryAgain, reason) }
}
