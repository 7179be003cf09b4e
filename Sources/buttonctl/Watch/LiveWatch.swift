import ButtonClient
import ButtonModel
import ButtonProtocol
import Glibc

/// The full-screen watch: one loop over the daemon, the keys, the signals and the clock.
struct LiveWatch {
  /// A press that was begun by a key.
  private enum Press {
    /// Its beginning is not answered yet.
    case begun(request: Int)
    /// It is to be released at that time, in milliseconds.
    case held(until: Int64)
    /// Its end is not answered yet.
    case ended(request: Int)
  }

  private let line: DaemonLine
  private let request: ButtonsSubscribeRequest
  private var model: WatchModel
  private var reader = WatchKeyReader()
  private var presses: [String: Press] = [:]
  private var subscription = 0

  /// How long a button stays pressed by a key, in milliseconds: long enough to be seen.
  private static let hold: Int64 = 120
  /// How many messages are taken in before the screen is drawn.
  private static let messagesAtOnce = 256

  /// A watch of a daemon that listens at a path.
  init(
    _ path: SocketPath, _ request: ButtonsSubscribeRequest, usesColor: Bool
  ) throws(ClientError) {
    line = try DaemonLine(path)
    self.request = request
    model = WatchModel(title: "buttond \(path.text)", usesColor: usesColor)
  }

  /// Watches until somebody has had enough.
  mutating func run() throws(ClientError) {
    _ = try line.call(HelloRequest(client: "buttonctl"))
    subscription = try line.send(request)
    // What refuses the subscription is said on the screen that was there before.
    let first = try line.answer(to: subscription).get()
    model.take(try first.decode())
    let bell = try SignalBell([SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH])
    let terminal = try Terminal()
    while true {
      draw(terminal)
      guard try takeWhatComes(terminal, bell) else { return }
      try release()
    }
  }

  private mutating func draw(_ terminal: Terminal) {
    let size = terminal.size
    terminal.show(model.lines(rows: size.rows, columns: size.columns))
  }

  /// Waits for something, and takes in what is there; false at the end.
  private mutating func takeWhatComes(
    _ terminal: Terminal, _ bell: SignalBell
  ) throws(ClientError) -> Bool {
    var timeout = nextRelease.map { Int32(clamping: max(0, $0 - DaemonLine.milliseconds)) } ?? -1
    for _ in 0..<LiveWatch.messagesAtOnce {
      switch try line.next(timeout: timeout, or: [STDIN_FILENO, bell.descriptor]) {
      case .message(let message): try take(message)
      case .woken:
        guard takeSignals(bell, terminal) else { return false }
        guard LiveWatch.isReadable(STDIN_FILENO) else { return true }
        guard let bytes = terminal.typed() else { return false }
        return try take(bytes, terminal)
      case .timeout: return true
      case .closed: throw ClientError(.connectionLost, "the daemon went away")
      }
      timeout = 0
    }
    return true
  }

  private mutating func take(_ message: DaemonMessage) throws(ClientError) {
    switch message {
    case .notification("buttons.updated", let params): model.take(try params.decode())
    case .notification: break
    case .answer(let id, let result): take(result, of: id)
    }
  }

  /// An answer about a press.
  private mutating func take(_ result: Result<JSONDocument, ClientError>, of request: Int) {
    for (id, press) in presses {
      switch (press, result) {
      case (.begun(request), .success):
        presses[id] = .held(until: DaemonLine.milliseconds + LiveWatch.hold)
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

  private mutating func take(_ bytes: [UInt8], _ terminal: Terminal) throws(ClientError) -> Bool {
    for key in reader.keys(in: bytes) {
      switch model.take(key) {
      case nil: break
      case .quit: return false
      case .redraw: terminal.forget()
      case .press(let id):
        guard presses[id] == nil else { break }
        presses[id] = .begun(request: try line.send(PressBeganRequest(id: id, wait: .published)))
      }
    }
    return true
  }

  /// False where a signal ends it.
  private func takeSignals(_ bell: SignalBell, _ terminal: Terminal) -> Bool {
    while let number = bell.next() {
      switch number {
      case SIGWINCH: terminal.forget()
      case SIGTSTP:
        Terminal.giveBack()
        // Of this thread, which therefore does nothing more before it goes on.
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

  private mutating func release() throws(ClientError) {
    let now = DaemonLine.milliseconds
    for (id, press) in presses {
      guard case .held(let end) = press, end <= now else { continue }
      presses[id] = .ended(request: try line.send(PressEndedRequest(id: id)))
    }
  }

  private static func isReadable(_ descriptor: Int32) -> Bool {
    var wish = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wish, 1, 0) > 0
  }
}
