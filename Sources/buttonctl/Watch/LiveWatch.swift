import ButtonClient
import ButtonModel
import ButtonProtocol
import Glibc

/// The full-screen watch: one loop over the daemon, the keys, the signals and the clock.
struct LiveWatch {
  /// A press that a key began.
  private enum Press {
    /// The request that began it is not answered yet.
    case begun(ClientCore.ID)
    /// When it is released, in milliseconds.
    case held(until: Int64)
    /// The request that ended it is not answered yet.
    case ended(ClientCore.ID)
  }

  private let connection: PolledConnection
  private let request: ButtonsSubscribeRequest
  private var model: WatchModel
  private var reader = WatchKeyReader()
  private var presses: [String: Press] = [:]

  /// Milliseconds that a key presses a button: long enough to be seen.
  private static let hold: Int64 = 120
  /// Events handled before the screen is drawn.
  private static let eventsAtOnce = 256

  init(
    _ path: SocketPath, _ patience: SilenceWatch.Patience, _ request: ButtonsSubscribeRequest,
    usesColor: Bool
  ) throws(ClientError) {
    connection = try PolledConnection(path, patience)
    self.request = request
    model = WatchModel(
      title: "buttond \(path.text)", usesColor: usesColor,
      onDark: request.traits?.userInterfaceStyle == .dark)
  }

  /// Watches until the user quits or a signal comes.
  mutating func run() throws(ClientError) {
    _ = try connection.call(HelloRequest(client: "buttonctl"))
    // A refusal is printed before the screen is taken.
    let first = try connection.part(of: connection.subscribe(request))
    model.take(try first.decode())
    connection.waitForEver()
    let signals = try SignalPipe([SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH])
    let terminal = try Terminal()
    while true {
      draw(terminal)
      guard try takeEvents(terminal, signals) else { return }
      release()
    }
  }

  private mutating func draw(_ terminal: Terminal) {
    let size = terminal.size
    terminal.show(model.lines(rows: size.rows, columns: size.columns))
  }

  /// Waits for an event and handles those that are there; false when the watch ends.
  private mutating func takeEvents(
    _ terminal: Terminal, _ signals: SignalPipe
  ) throws(ClientError) -> Bool {
    let now = PolledConnection.milliseconds
    var timeout = nextRelease.map { Int32(clamping: max(0, $0 - now)) } ?? -1
    for _ in 0..<LiveWatch.eventsAtOnce {
      switch try connection.next(timeout: timeout, or: [STDIN_FILENO, signals.descriptor]) {
      case .daemon(.part(_, let part)): model.take(try part.json.decode())
      case .daemon(.answered(let id, let answer)): take(answer, to: id)
      case .daemon(.ended): break
      case .otherReadable:
        guard takeSignals(signals, terminal) else { return false }
        guard LiveWatch.isReadable(STDIN_FILENO) else { return true }
        guard let bytes = terminal.typed() else { return false }
        return take(bytes, terminal)
      case .timeout: return true
      }
      timeout = 0
    }
    return true
  }

  private mutating func take(_ result: ClientCore.Answer, to request: ClientCore.ID) {
    for (id, press) in presses {
      switch (press, result) {
      case (.begun(request), .success):
        presses[id] = .held(until: PolledConnection.milliseconds + LiveWatch.hold)
      case (.ended(request), .success):
        presses[id] = nil
        model.message = "pressed \(id)"
      case (.begun(request), .failure(let error)), (.ended(request), .failure(let error)):
        presses[id] = nil
        model.message = "\(id): \(error.message)"
      case (.begun, _), (.held, _), (.ended, _): break
      }
    }
  }

  private mutating func take(_ bytes: [UInt8], _ terminal: Terminal) -> Bool {
    for key in reader.keys(in: bytes) {
      switch model.take(key) {
      case nil: break
      case .quit: return false
      case .redraw: terminal.forget()
      case .press(let id):
        guard presses[id] == nil else { break }
        presses[id] = .begun(
          connection.request(PressBeganRequest(id: id, wait: .published)))
      }
    }
    return true
  }

  /// False if a signal ends the watch.
  private func takeSignals(_ signals: SignalPipe, _ terminal: Terminal) -> Bool {
    while let number = signals.next() {
      switch number {
      case SIGWINCH: terminal.forget()
      case SIGTSTP:
        Terminal.giveBack()
        // Stops this thread at once, so that the terminal is taken only after it continues.
        raise(SIGSTOP)
        terminal.take()
      default: return false
      }
    }
    return true
  }

  // MARK: Releases

  private var nextRelease: Int64? {
    presses.values.compactMap { press in
      if case .held(let end) = press { end } else { nil }
    }.min()
  }

  private mutating func release() {
    let now = PolledConnection.milliseconds
    for (id, press) in presses {
      guard case .held(let end) = press, end <= now else { continue }
      presses[id] = .ended(connection.request(PressEndedRequest(id: id)))
    }
  }

  private static func isReadable(_ descriptor: Int32) -> Bool {
    var wish = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wish, 1, 0) > 0
  }
}
