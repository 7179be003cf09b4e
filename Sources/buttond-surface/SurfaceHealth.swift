import ButtonClient
import ButtonProtocol
import Glibc
import UVLoop

/// What `--health` says: whether decks are served as a file says, whether their keys can be drawn, and whether the
/// daemon lets this user press.
struct SurfaceHealth {
  /// How long a server may take to greet, in seconds.
  private static let patience = 2

  let report: HealthReport

  init(_ settings: SurfaceSettings, _ socket: SocketPath) {
    // Without addresses, one family may be missing on this machine.
    let addresses = settings.addresses.isEmpty ? ListenAddress.loopback : settings.addresses
    let findings = addresses.map { SurfaceHealth.finding(at: $0, settings.port) }
    let served = settings.addresses.isEmpty ? findings.filter { $0.level == .ok } : findings
    report = HealthReport(
      (served.isEmpty ? [findings[0]] : served) + [
        SurfaceHealth.drawing, SurfaceHealth.pressing(socket),
      ])
  }

  // MARK: The server

  private static func finding(at address: ListenAddress, _ port: UInt16) -> HealthReport.Finding {
    let place = "\(address.inURL):\(port)"
    let greeting: String
    do throws(Errno) { greeting = try SurfaceHealth.greeting(at: address, port) } catch {
      guard error.code == ETIMEDOUT else {
        return .init(
          .problem, "nothing serves decks at \(place): \(error)",
          "Start buttond-surface; its log says why it stops.")
      }
      return .init(
        .problem, "what listens at \(place) does not answer as buttond-surface does",
        "See what that is: ss -lptn 'sport = :\(port)'")
    }
    guard greeting.hasPrefix("BEGIN "), greeting.contains("+buttond") else {
      return .init(
        .problem, "something else than buttond-surface listens at \(place)",
        "Give the file another port, restart buttond-surface, and enter the port in the programs of the decks."
      )
    }
    return .init(.ok, "decks are served at \(place)")
  }

  /// The first line that a server sends.
  private static func greeting(at address: ListenAddress, _ port: UInt16) throws(Errno) -> String {
    let server = try TCPConnection(to: address, port: port, patience: patience)
    let line = try server.receive(atMost: 4_096) { $0.contains(0x0A) }
    return String(decoding: line.prefix { $0 != 0x0A }, as: UTF8.self)
  }

  // MARK: Pictures

  /// Whether a key can be drawn.
  private static var drawing: HealthReport.Finding {
    let trial = Trial()
    do throws(UVError) {
      let loop = try Loop()
      let painter = try Painter(SurfaceService.raster, on: loop)
      painter.wake(trial)
      try run(loop) {
        painter.flush()
        return trial.outcome != nil
      }
      painter.stop()
      loop.close()
    } catch {
      return .init(.problem, "keys cannot be drawn: \(error)", "Try again.")
    }
    if case .picture? = trial.outcome { return .init(.ok, "keys can be drawn") }
    return .init(
      .problem, "keys cannot be drawn by \(SurfaceService.raster)",
      "Its log says why; see that the file is there and its libraries are installed.")
  }

  // MARK: The daemon

  /// Whether the daemon takes presses of this user.
  private static func pressing(_ socket: SocketPath) -> HealthReport.Finding {
    do throws(ClientError) {
      let daemon = try PolledConnection(
        socket, SilenceWatch.Patience(milliseconds: SurfaceHealth.longestAnswer))
      try daemon.introduce("buttond-surface", as: .press)
      return .init(.ok, "the daemon at \(socket.text) takes presses of this user")
    } catch {
      return .init(
        .problem, "the daemon at \(socket.text) takes no presses of this user: \(error.message)",
        error.advice(needing: .press))
    }
  }

  /// Runs a loop until something holds, at most for some seconds.
  private static func run(_ loop: Loop, until holds: @escaping () -> Bool) throws(UVError) {
    let hook = try LoopHook(.prepare, on: loop) { if holds() { loop.stop() } }
    try hook.start()
    try Timer.once(after: longestAnswer, on: loop) { loop.stop() }
    loop.run()
    hook.close()
  }

  /// How long the drawing process and the daemon may take, in milliseconds.
  private static let longestAnswer: UInt64 = 5_000
}

/// A key that is drawn to see whether that can be done.
private final class Trial: Painter.Client {
  private(set) var outcome: Painter.Outcome?
  private var isAsked = false

  func nextDrawing() -> Painter.Drawing? {
    if isAsked { return nil }
    isAsked = true
    let params = Array(#"{"appearance":{},"width":72,"height":72,"format":"rgb"}"#.utf8)
    return Painter.Drawing(params: params, images: [], control: 0, face: .dark)
  }

  func didDraw(_ drawing: Painter.Drawing, _ outcome: Painter.Outcome) { self.outcome = outcome }
}
