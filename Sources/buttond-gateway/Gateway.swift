import ButtonClient
import ButtonProtocol
import Glibc
import UVLoop

/// The running gateway: its sockets, its connections and what they share.
final class Gateway {
  let loop: Loop
  let options: GatewayCommand
  /// Where the daemon listens.
  let socket: SocketPath
  let gatekeeper: Gatekeeper
  let site: Site
  /// Whether it stops as soon as its connections have closed.
  private(set) var isStopping = false

  private let token: AccessToken
  private let tokenFile: TokenFile
  private let listeners: [TCPListener]
  private var servers: [PipeServer] = []
  private var places: Places
  /// By the number of the place.
  private var connections: [Int: HTTPConnection] = [:]
  /// Connections that have left their places and are not closed yet.
  private var leavers = 0
  private var timer: Timer?
  private var signals: [Signal] = []
  private var refusals = RefusalLog()
  /// What browsers leave of the descriptors: each needs one to the daemon as well.
  private let descriptors: DescriptorReserve

  /// Milliseconds between checks of the connections' timeouts.
  private static let checkInterval: UInt64 = 1_000

  init(_ options: GatewayCommand) throws {
    self.options = options
    socket = try options.daemonSocket()
    site = try Site(folder: options.web)
    tokenFile = TokenFile(options, beside: socket)
    token = (options.keepToken ? tokenFile.kept() : nil) ?? AccessToken()
    places = Places(limit: options.maxConnections)
    do throws(ListenError) {
      listeners = try TCPListener.bind(options.listen, port: options.port)
    } catch {
      throw GatewayError(error.description)
    }
    var names = Set(ListenAddress.loopback.map(\.text) + ["localhost"])
    names.formUnion(options.listen.filter { !$0.isAny }.map { $0.text.lowercased() })
    names.formUnion(options.host.map { $0.lowercased() })
    gatekeeper = Gatekeeper(names: names, origins: Set(options.origin), token: token)
    loop = try Loop()
    descriptors = try DescriptorReserve.raisingLimit()
  }

  /// Serves until a signal stops it.
  func run() throws {
    do throws(UVError) {
      for listener in listeners {
        let server = try PipeServer(adopting: listener.descriptor, on: loop)
        try server.listen { [weak self] in self?.accepted($0) }
        servers.append(server)
      }
      timer = try Timer(on: loop) { [weak self] in self?.checkTimeouts() }
      for number in [SIGTERM, SIGINT] {
        signals.append(try Signal(number, on: loop) { [weak self] in self?.stop() })
      }
    } catch {
      throw GatewayError("\(error)")
    }
    try tokenFile.write(token)
    announce()
    tryDaemon()
    loop.run()
    if !options.keepToken { tokenFile.remove(token) }
    loop.close()
  }

  /// Forgets a connection that has closed.
  func didClose(_ connection: HTTPConnection) {
    places.leave(connection.place)
    connections[connection.place] = nil
    if connections.isEmpty { timer?.stop() }
  }

  /// Whether a connection that leaves its place may be closed later, when its browser has what it was sent. Then
  /// `didLeave` follows. Not more do so at a time than an eighth of the places.
  func admitsLeaver() -> Bool {
    guard leavers < max(1, options.maxConnections / 8) else { return false }
    leavers += 1
    return true
  }

  /// Notes that a connection without a place has closed.
  func didLeave() { leavers -= 1 }

  /// Notes that a connection asked for something.
  func hear(_ connection: HTTPConnection) { places.hear(connection.place) }

  /// Notes what a connection has become; another one may have to leave for it.
  func change(_ connection: HTTPConnection, to standing: Places.Standing) {
    makeRoom(places.change(connection.place, to: standing))
  }

  private func makeRoom(_ leaving: Int?) {
    guard let leaving, let connection = connections[leaving] else { return }
    connection.giveUpPlace()
  }

  /// Logs a refused request, if it is worth a line.
  func didRefuse(_ error: HTTPError) {
    guard let text = error.log, let line = refusals.line(for: text, now: loop.now) else { return }
    console.complain(line)
  }

  private func announce() {
    guard let listener = listeners.first else { return }
    let page = "http://\(listener.address.inURL):\(listener.port)/"
    console.print(
      "listening on " + page + (options.hideToken ? "" : "#token=\(token.text)"))
    if options.hideToken { console.print("the token is in \(tokenFile.path)") }
  }

  /// Says why the daemon cannot be reached, if it cannot: pages wait for it without a word.
  private func tryDaemon() {
    _ = DaemonRequest(PingRequest(), to: socket, on: loop) { [weak self] result in
      guard let self, !isStopping, case .failure(let error) = result else { return }
      console.complain(
        "cannot reach the daemon yet, pages wait for it: \(error.message); `buttonctl doctor` says more"
      )
    }
  }

  private func accepted(_ result: Result<Pipe, UVError>) {
    let pipe: Pipe
    do { pipe = try result.get() } catch {
      return console.complain("no browser can connect: \(error)")
    }
    guard descriptors.admits(pipe.fileDescriptor ?? .max) else {
      return refuse(
        pipe,
        "this gateway may have \(descriptors.limit) files open, and browsers have their part of them"
      )
    }
    guard let (place, leaving) = places.enter(from: Peer(of: pipe.fileDescriptor)) else {
      return refuse(
        pipe, "this gateway has as many connections with the token as --max-connections allows")
    }
    makeRoom(leaving)
    let connection = HTTPConnection(pipe, at: place, of: self)
    connections[place] = connection
    do throws(UVError) {
      try connection.start()
      if connections.count == 1 {
        try timer?.start(after: Self.checkInterval, every: Self.checkInterval)
      }
    } catch {
      connection.close()
    }
  }

  private func refuse(_ pipe: Pipe, _ message: String) {
    let answer = HTTPResponse(HTTPError(503, message)).bytes(isHead: false, keepsAlive: false)
    // A new connection takes it at once. Closed in a later turn, it would hold its descriptor while many more
    // are accepted in this one.
    answer.withUnsafeBytes { _ = try? pipe.tryWrite($0) }
    pipe.close()
  }

  private func checkTimeouts() {
    for connection in connections.values { connection.check(now: loop.now) }
  }

  /// Stops when the connections have closed; the second time at once.
  private func stop() {
    if isStopping { return loop.stop() }
    isStopping = true
    for server in servers { server.close() }
    for connection in connections.values { connection.stop() }
    timer?.close()
  }
}

/// Why the gateway cannot run, with advice.
struct GatewayError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
