import ButtonClient
import ButtonModel
import ButtonProtocol
import DaemonConfiguration
import FleetLink
import Glibc
import NIOCore
import NIOPosix
import RedisEngine

/// The running program: a connection to the daemon, and a session for each of its scopes.
///
/// It keeps nothing. When the daemon goes away the sessions end, and begin again when it is back.
struct FleetService: Sendable {
  let socket: SocketPath
  let scopes: [FleetScopeSettings]
  /// What people call the daemon.
  let name: String
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

  init(socket: SocketPath, scopes: [FleetScopeSettings], name: String) {
    self.socket = socket
    self.scopes = scopes
    self.name = name
  }

  /// Serves until the process ends.
  func run() async throws {
    var backoff = Backoff(first: 200, most: 5_000, least: 0)
    var lastWords = ""
    func complain(_ words: String) {
      // A daemon that is down is worth one line.
      if words != lastWords { FleetLog.write("daemon", words) }
      lastWords = words
    }
    while true {
      var welcomedAt: ContinuousClock.Instant?
      do {
        let daemon = try await DaemonChannel(to: socket, on: group)
        let words: String
        (words, welcomedAt) = await ServedDaemon(daemon, self, on: group).serve()
        complain(words)
      } catch {
        let reason = (error as? IOError).map { String(cString: strerror($0.errnoCode)) }
        complain("cannot connect to \(socket.text): \(reason ?? "\(error)"); is buttond running?")
      }
      let wait =
        if let welcomedAt {
          backoff.lost(after: UInt64(welcomedAt.duration(to: .now) / .milliseconds(1)))
        } else {
          backoff.failed()
        }
      try await Task.sleep(for: .milliseconds(wait))
    }
  }
}

/// A connection to the daemon. It runs on the thread of the connections, so that an order of the daemon
/// goes to an engine, and what that says back, without another thread.
private actor ServedDaemon {
  private nonisolated let daemon: DaemonChannel
  private let service: FleetService
  private let group: any EventLoopGroup

  nonisolated var unownedExecutor: UnownedSerialExecutor { daemon.executor }

  init(_ daemon: DaemonChannel, _ service: FleetService, on group: any EventLoopGroup) {
    self.daemon = daemon
    self.service = service
    self.group = group
  }

  /// Serves it until it ends: why it did, and when the daemon took this program.
  func serve() async -> (words: String, welcomedAt: ContinuousClock.Instant?) {
    var links: [String: ScopeLink] = [:]
    var words = "the connection has ended"
    var welcomedAt: ContinuousClock.Instant?
    let notice = Task {
      try await Task.sleep(for: .seconds(3))
      FleetLog.write("daemon", "it does not answer yet; `buttonctl doctor` says why")
    }
    defer { notice.cancel() }
    for await message in daemon.messages {
      switch message {
      case .welcome:
        welcomedAt = .now
        notice.cancel()
        FleetLog.write("daemon", "connected to \(service.socket.text)")
        for scope in service.scopes {
          links[scope.name] = ScopeLink(scope, of: service.name, daemon, group)
        }
      case .order(let scope, let order): await links[scope]?.perform(order)
      case .detached(let scope):
        FleetLog.write(scope, "another program carries it now")
        links.removeValue(forKey: scope)?.end()
      case .refused(nil, let message):
        words = message
        daemon.close()
      case .refused(let scope?, let message):
        if let link = links.removeValue(forKey: scope) {
          FleetLog.write(scope, "the daemon refuses it: \(message)")
          link.end()
          // Nothing more comes of it, whichever message it was: that must not look live.
          let words = "buttond-fleet has ended it, as this daemon refuses what it says: \(message)"
          await daemon.send(
            FleetStateRequest(scope: scope, reason: "refused", message: words.cut(to: 1_000)),
            of: scope)
        }
      }
    }
    for link in links.values { link.end() }
    return (words, welcomedAt)
  }
}

/// One scope between the daemon and its engine.
private struct ScopeLink: Sendable {
  private let session: ScopeSession?
  private let task: Task<Void, Never>

  init(
    _ scope: FleetScopeSettings, of name: String, _ daemon: DaemonChannel,
    _ group: any EventLoopGroup
  ) {
    let outlet = ScopeOutlet(scope.name, daemon)
    do {
      let keys = ScopeKeys(scope.name)
      guard let keys else {
        throw RedisEngineError(
          .invalidAddress, at: scope.name, "this is not a name of a scope",
          advice: "take 1 to 64 of A-Z a-z 0-9 _ -")
      }
      let session = ScopeSession(keys, try SessionSettings(scope, of: name), on: group) { report in
        await outlet.send(report)
      }
      self.session = session
      task = Task { await session.run() }
    } catch {
      session = nil
      let error = error as? RedisEngineError
      task = Task {
        if let error { await outlet.send(.lost(error, retry: .zero)) }
      }
    }
  }

  func perform(_ order: SessionOrder) async {
    await session?.perform(order)
  }

  func end() { task.cancel() }
}

/// What a scope's session reports, on its way to the daemon and into the log.
private actor ScopeOutlet {
  private let scope: String
  private nonisolated let daemon: DaemonChannel
  private var outcomes: [FleetOutcomesRequest.Outcome] = []
  private var outcomeSession: UInt32 = 0
  private var isSending = false
  private var lastWords = ""

  init(_ scope: String, _ daemon: DaemonChannel) {
    self.scope = scope
    self.daemon = daemon
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { daemon.executor }

  /// A message is shorter than the lines that the daemon reads, by what quoting adds.
  private static let messageBytes = 256 << 10

  func send(_ report: SessionReport) async {
    switch report {
    case .attached(let address):
      log("connected to \(address)")
      await daemon.send(FleetAttachRequest(scope: scope), of: scope)
    case .joined(let session, let reply):
      await daemon.send(FleetJoinedRequest(scope, session: session, reply), of: scope)
    case .page(let session, let fields, let head):
      let pages = fields.map(\.bounded).pages(
        of: FleetSnapshotRequest.maximumKeys, Self.messageBytes
      ) {
        64 + $0.key.bytes.count + ($0.value?.bytes.count ?? 0)
      }
      for page in pages where !page.isEmpty {
        await daemon.send(
          FleetSnapshotRequest(
            scope: scope, session: session, keys: page.map { FleetSnapshotRequest.Key($0) }),
          of: scope)
      }
      if let head {
        await daemon.send(
          FleetSnapshotRequest(
            scope: scope, session: session, keys: [], head: FleetPosition(head)), of: scope)
      }
    case .entries(let session, let entries):
      let pages = entries.map(\.bounded).pages(
        of: FleetEntriesRequest.maximumEntries, FleetEntriesRequest.maximumBytes
      ) {
        128 + $0.changes.bytes.count
      }
      for page in pages {
        await daemon.send(
          FleetEntriesRequest(
            scope: scope, session: session, entries: page.map { FleetEntriesRequest.Entry($0) }),
          of: scope)
      }
    case .outcome(let session, let number, let answer):
      if session != outcomeSession { outcomes = [] }
      outcomeSession = session
      outcomes.append(FleetOutcomesRequest.Outcome(number, answer))
      if !isSending {
        isSending = true
        Task { await self.sendOutcomes() }
      }
    case .actions(let session, let group, let actions, let last):
      await daemon.send(
        FleetActionsRequest(
          scope: scope, session: session, group: group,
          actions: actions.map {
            FleetActionsRequest.Action(
              number: $0.number, request: $0.request.description, isRedelivered: $0.isRedelivered,
              text: $0.bounded)
          }, last: last),
        of: scope)
    case .lost(let error, let retry):
      log("\(error)" + (retry == .zero ? "" : " (next attempt in \(retry.text))"), "\(error)")
      await daemon.send(
        FleetStateRequest(
          scope: scope, reason: error.code.rawValue, message: "\(error)".cut(to: 1_000)),
        of: scope)
    }
  }

  /// Sends what has come together while the message before was on its way.
  private func sendOutcomes() async {
    while !outcomes.isEmpty {
      let next = Array(outcomes.prefix(FleetOutcomesRequest.maximumOutcomes))
      outcomes.removeFirst(next.count)
      await daemon.send(
        FleetOutcomesRequest(scope: scope, session: outcomeSession, outcomes: next), of: scope)
    }
    isSending = false
  }

  /// Logs a line, unless the last one said the same.
  private func log(_ line: String, _ words: String? = nil) {
    if (words ?? line) != lastWords { FleetLog.write(scope, line) }
    lastWords = words ?? line
  }
}

extension Array {
  /// The elements in their order, up to a number and a size at a time.
  fileprivate func pages(of count: Int, _ bytes: Int, _ size: (Element) -> Int) -> [[Element]] {
    var pages: [[Element]] = []
    var page: [Element] = []
    var total = 0
    for element in self {
      let more = size(element)
      if !page.isEmpty, page.count == count || total + more > bytes {
        pages.append(page)
        page = []
        total = 0
      }
      page.append(element)
      total += more
    }
    if !page.isEmpty { pages.append(page) }
    return pages
  }
}

extension TimeAmount {
  fileprivate var text: String {
    let tenths = nanoseconds / 100_000_000
    return "\(tenths / 10).\(tenths % 10) s"
  }
}

extension String {
  /// Cuts the text to at most this number of bytes.
  fileprivate func cut(to count: Int) -> String {
    String(decoding: utf8.prefix(count), as: UTF8.self)
  }
}
