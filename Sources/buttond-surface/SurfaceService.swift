import ButtonClient
import ButtonModel
import ButtonProtocol
import Glibc
import SatelliteAPI
import UVLoop

/// The running server of decks: its sockets, its decks and the painter that they share.
final class SurfaceService {
  let loop: Loop
  let settings: SurfaceSettings
  let socket: SocketPath
  let painter: Painter
  private let listeners: [TCPListener]
  private var servers: [PipeServer] = []
  private var connections: [ObjectIdentifier: SatelliteConnection] = [:]
  private var decks: [String: Deck] = [:]
  /// What the decks show besides symbols.
  var images = ImageShelf()
  private var timers: [Timer] = []
  private var signals: [Signal] = []
  private var hook: LoopHook?
  private var isStopping = false
  /// The ids that were refused: each is logged once.
  private var refused: Set<String> = []
  private var lines = TokenBucket()
  /// Whether it was said that lines are left out.
  private var leavesOut = false

  /// The most connections at a time.
  private static let mostConnections = 64
  /// The most decks at a time: each has a connection to the daemon.
  private static let mostDecks = 128
  /// How many lines are logged of decks: some may come and go all day.
  private static let lineRate = TokenBucket.Rate(perSecond: 0.1, burst: 200)
  /// Milliseconds between looks for connections that are silent.
  private static let checkInterval: UInt64 = 1_000

  init(_ settings: SurfaceSettings, _ socket: SocketPath) throws(SurfaceFailure) {
    self.settings = settings
    self.socket = socket
    do throws(ListenError) {
      listeners = try TCPListener.bind(settings.addresses, port: settings.port)
    } catch {
      throw SurfaceFailure(message: error.description)
    }
    do throws(UVError) {
      loop = try Loop()
      painter = try Painter(SurfaceService.raster, on: loop)
    } catch {
      throw SurfaceFailure(message: "\(error)")
    }
  }

  /// Logs what happens to a deck or a connection: by default a problem.
  func log(_ line: String, _ write: (String) -> Void = console.complain) {
    if lines.takeIfThere(1, Self.lineRate, now: loop.now * 1_000_000) {
      leavesOut = false
      return write(line)
    }
    if !leavesOut { console.complain("more happens to decks than is logged") }
    leavesOut = true
  }

  /// Serves until a signal stops it.
  func run() throws(SurfaceFailure) {
    do throws(UVError) {
      for listener in listeners {
        let server = try PipeServer(adopting: listener.descriptor, on: loop)
        try server.listen { [weak self] in self?.accepted($0) }
        servers.append(server)
      }
      for number in [SIGTERM, SIGINT] {
        signals.append(try Signal(number, on: loop) { [weak self] in self?.stop() })
      }
      let hook = try LoopHook(.prepare, on: loop) { [weak self] in self?.flush() }
      self.hook = hook
      try hook.start()
      let timer = try Timer(on: loop) { [weak self] in self?.checkConnections() }
      timers.append(timer)
      try timer.start(after: Self.checkInterval, every: Self.checkInterval)
    } catch {
      throw SurfaceFailure(message: "\(error)")
    }
    for listener in listeners {
      console.print("waiting for decks on \(listener.address.inURL):\(listener.port)")
    }
    loop.run()
    loop.close()
  }

  /// Makes the deck of a device; it replaces one of the same id, whose connection may be a ghost.
  func addDeck(
    _ device: SatelliteDevice, behind connection: SatelliteConnection
  ) throws(SatelliteError) -> Deck {
    let id = device.id
    guard let rule = settings.rule(for: id), let layout = settings.layouts[rule.layout] else {
      if refused.count < 1_000, refused.insert(id).inserted {
        console.complain(
          "the deck '\(id)' is not let in: no rule of devices in the file matches its id")
      }
      throw SatelliteError("Not let in: add this device to devices in the file of buttond-surface")
    }
    guard decks[id] != nil || decks.count < Self.mostDecks else {
      throw SatelliteError("There are \(Self.mostDecks) devices, the most")
    }
    if let old = decks[id] {
      log("the deck '\(id)' comes by another connection, which counts from now on", console.print)
      old.owner?.lose(id)
      old.close()
    }
    let deck = Deck(device, rule, layout, for: connection, of: self)
    decks[id] = deck
    log("the deck '\(id)' is here: \(device.product)", console.print)
    return deck
  }

  /// Forgets a deck that has gone.
  func didClose(_ deck: Deck) {
    guard decks[deck.device.id] === deck else { return }
    decks[deck.device.id] = nil
    let reason = deck.owner?.reason.map { ": \($0)" } ?? ""
    if !isStopping { log("the deck '\(deck.device.id)' is gone\(reason)", console.print) }
  }

  /// Images have come, or will not.
  func imagesChanged() {
    for deck in decks.values { deck.imagesChanged() }
  }

  /// Forgets a connection that has closed.
  func didClose(_ connection: SatelliteConnection) {
    connections[ObjectIdentifier(connection)] = nil
  }

  /// Calls after a wait, in milliseconds.
  func later(_ time: UInt64, _ body: @escaping () -> Void) {
    do throws(UVError) {
      try Timer.once(after: time, on: loop, body)
    } catch {
      console.complain("\(error)")
      loop.stop()
    }
  }

  private func flush() {
    painter.flush()
    for deck in decks.values { deck.flush() }
  }

  private func checkConnections() {
    for connection in connections.values { connection.check(now: loop.now) }
  }

  private func accepted(_ result: Result<Pipe, UVError>) {
    let pipe: Pipe
    do { pipe = try result.get() } catch {
      return console.complain("no deck can connect: \(error)")
    }
    guard connections.count < Self.mostConnections else {
      log("a connection is refused: there are \(Self.mostConnections), the most")
      return pipe.close()
    }
    let connection = SatelliteConnection(pipe, of: self)
    connections[ObjectIdentifier(connection)] = connection
    connection.start()
  }

  /// Stops when the connections have closed; the second time at once.
  private func stop() {
    if isStopping { return loop.stop() }
    isStopping = true
    for server in servers { server.close() }
    for connection in connections.values { connection.close() }
    painter.stop()
    loop.stop()
  }

  /// `libexec/buttond/buttond-raster` beside the folder of this program, or beside it where it was built.
  static var raster: String {
    let folder =
      "/"
      + (ProgramArguments.executable ?? "").split(separator: "/").dropLast().joined(separator: "/")
    let beside = "\(folder)/buttond-raster"
    return access(beside, X_OK) == 0 ? beside : "\(folder)/../libexec/buttond/buttond-raster"
  }
}
