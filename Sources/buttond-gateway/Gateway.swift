import CSystem
import Glibc
import UVLoop

/// The gateway: what it listens on, who is connected, and what all connections share.
final class Gateway {
  let loop: Loop
  let settings: GatewaySettings
  let gatekeeper: Gatekeeper
  let site: Site
  /// Whether it is about to end.
  private(set) var isStopping = false

  private let token: AccessToken
  private let tokenFile: TokenFile
  private let sockets: [ListeningSocket]
  private var servers: [PipeServer] = []
  private var browsers: [ObjectIdentifier: Browser] = [:]
  private var timer: Timer?
  private var signals: [Signal] = []
  private var refusals = RefusalLog()

  /// Milliseconds between looks at how long browsers have been waited for.
  private static let interval: UInt64 = 1_000

  init(_ settings: GatewaySettings) throws {
    self.settings = settings
    site = try Site(folder: settings.webFolder ?? InstalledWeb.folder())
    tokenFile = TokenFile(path: settings.tokenFile ?? TokenPlace.beside(settings.socket))
    token = (settings.keepsToken ? tokenFile.read() : nil) ?? AccessToken()
    sockets = try ListeningSocket.open(settings)
    var names: Set<String> = ["localhost", "127.0.0.1", "::1"]
    names.formUnion(settings.addresses.filter { !$0.isAny }.map { $0.text.lowercased() })
    names.formUnion(settings.names)
    gatekeeper = Gatekeeper(names: names, origins: Set(settings.origins), token: token)
    loop = try Loop()
  }

  /// Serves until it is told to end.
  func run() throws {
    var limit: UInt64 = 0
    _ = csystem_raise_open_files(&limit)
    do throws(UVError) {
      for socket in sockets {
        let server = try PipeServer(adopting: socket.descriptor, on: loop)
        try server.listen { [weak self] in self?.accepted($0) }
        servers.append(server)
      }
      timer = try Timer(on: loop) { [weak self] in self?.check() }
      for number in [SIGTERM, SIGINT] {
        signals.append(try Signal(number, on: loop) { [weak self] in self?.stop() })
      }
    } catch {
      throw GatewayError("\(error)")
    }
    try tokenFile.write(token)
    announce()
    loop.run()
    tokenFile.remove(token)
    loop.close()
  }

  /// A connection is over.
  func didClose(_ browser: Browser) {
    browsers[ObjectIdentifier(browser)] = nil
    if browsers.isEmpty { timer?.stop() }
  }

  /// Somebody was sent away: tells whoever runs the gateway, unless that is known.
  func didRefuse(_ refusal: Refusal) {
    guard let text = refusal.log, let line = refusals.line(for: text, now: loop.now) else { return }
    StandardStreams.complain(line)
  }

  private func announce() {
    guard let socket = sockets.first else { return }
    let page = "http://\(socket.address.inURL):\(socket.port)/"
    StandardStreams.print(
      "listening on " + page + (settings.hidesToken ? "" : "#token=\(token.text)"))
    if settings.hidesToken { StandardStreams.print("the token is in \(tokenFile.path)") }
  }

  private func accepted(_ result: Result<Pipe, UVError>) {
    guard case .success(let pipe) = result else { return }
    guard browsers.count < settings.maximumConnections else {
      let refusal = Refusal(503, "this gateway has as many connections as --max-connections allows")
      let outlet = Outlet(pipe)
      outlet.send(Response(refusal).bytes(isHead: false, keepsAlive: false))
      return outlet.closeAfterOutput(on: loop)
    }
    let browser = Browser(pipe, of: self)
    browsers[ObjectIdentifier(browser)] = browser
    do throws(UVError) {
      try browser.start()
      if browsers.count == 1 { try timer?.start(after: Self.interval, every: Self.interval) }
    } catch {
      browser.close()
    }
  }

  private func check() {
    for browser in browsers.values { browser.check(now: loop.now) }
  }

  private func stop() {
    if isStopping { return loop.stop() }
    isStopping = true
    for server in servers { server.close() }
    for browser in browsers.values { browser.stop() }
    timer?.close()
  }
}
