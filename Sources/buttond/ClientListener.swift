import ButtonEngine
import ButtonProtocol
import ButtonService
import ButtonSocket
import DaemonConfiguration
import Glibc
import JSONRPC
import Logging
import UVLoop

/// Lets clients in, as the access rules and the limits allow, hands their lines to the service, and sends
/// them what a turn has brought.
final class ClientListener {
  /// What became of those who connected, counted since the start.
  struct Counters {
    var accepted = 0
    /// Strangers, and those beyond a limit.
    var refused = 0
    /// Closed because they took no bytes.
    var stalled = 0
    /// Closed because of what they left in memory.
    var shed = 0
  }

  let loop: Loop
  let service: Service
  private let engine: Engine
  let lines: ClientLog
  private let log: DaemonLog
  private let socket: ListeningSocket
  /// What clients leave of the daemon's descriptors.
  let descriptors: DescriptorReserve
  private(set) var access: AccessList
  private var server: SocketServer?
  var counters = Counters()

  /// A listener on a socket that is bound.
  init(
    on socket: ListeningSocket, _ access: AccessList, _ service: Service,
    _ descriptors: DescriptorReserve, log: DaemonLog, loop: Loop
  ) {
    self.socket = socket
    self.descriptors = descriptors
    self.access = access
    self.service = service
    engine = service.engine
    self.log = log
    self.loop = loop
    lines = ClientLog(log, on: loop)
  }

  /// The path that clients connect to.
  var path: String { socket.path }

  // MARK: Begin and end

  /// Makes ready to serve clients, who are closed after `stallTimeout` milliseconds without progress.
  func open(stallTimeout: UInt64) throws(UVError) {
    server = try SocketServer(
      socket.server, on: loop, maximumLineBytes: service.limits.maxLineBytes,
      stallTimeout: stallTimeout, memoryLimit: service.limits.clientBytes, delegate: self)
    service.setAccepting = { [unowned self] id, isAccepting in
      guard let connection = connection(id) else { return }
      if isAccepting { connection.resume() } else { connection.pause() }
    }
    service.closeAnswered = { [unowned self] id in connection(id)?.closeAfterOutput() }
    service.additionalFigures = { [unowned self] in figures }
  }

  /// Begins to accept.
  func start() throws(UVError) {
    warnIfFewDescriptors()
    try server?.start()
  }

  /// Reads nothing more.
  func stopReading() { server?.stopReading() }

  /// Ends every connection.
  func close() { server?.close() }

  /// Logs nothing about clients any more.
  func endLog() { lines.close() }

  /// Leaves nothing behind in the file system: the process ends now.
  func abandon() {
    server?.stopAccepting()
    release()
  }

  /// Gives up the lock of the socket.
  func release() { socket.release() }

  // MARK: What a turn brings

  /// Sends a line; `isAlone` says that the turn has nothing else.
  func deliver(_ line: SharedLine, to connections: [ConnectionID], isAlone: Bool) {
    guard let server else { return }
    for id in connections {
      guard let connection = server.connection(id.rawValue) else { continue }
      if isAlone { connection.sendNow(line) } else { connection.send(line) }
    }
  }

  /// Sends the answer to a request.
  func answer(_ ticket: Ticket, _ result: Result<[UInt8], EngineError>) {
    connection(ticket.connection)?.respond { service.answer(ticket, result, into: &$0) }
  }

  /// Sends what the turn has brought, and holds what is kept for clients to the limit; returns its bytes.
  func flush() -> Int {
    guard let server else { return 0 }
    let heldBack = heldBackBytes
    server.keptBytes = engine.clientBytes + heldBack
    server.flush()
    let inSockets = server.clientBytes
    engine.noteOtherBytes(inSockets + heldBack)
    return server.keptBytes + inSockets
  }

  /// Whether something waits for a client to take it.
  var hasUnsentOutput: Bool { server?.hasUnsentOutput == true }

  // MARK: Bytes

  /// Bytes that are kept for clients besides what their sockets keep.
  var keptBytes: Int { engine.clientBytes + heldBackBytes }

  /// The part of ``keptBytes`` that is not in the ledger of clients: what waits to be sent to them.
  private var heldBackBytes: Int { engine.heldLookBytes + service.queuedBytes }

  /// What only this part can count, for `server.stats`.
  private var figures: [ServerStatsResponse.Figure] {
    [
      .init("acceptedClients", counters.accepted), .init("refusedClients", counters.refused),
      .init("closedStalledClients", counters.stalled),
      .init("shedClients", counters.shed),
      .init("clientBytes", keptBytes + (server?.clientBytes ?? 0)),
      .init("suppressedLogLines", lines.suppressedCount),
    ]
  }

  // MARK: Configuration

  /// Holds clients to a configuration that was read again: those who are connected too.
  func take(_ settings: DaemonSettings) {
    server?.memoryLimit = service.limits.clientBytes
    let access = AccessList(owner: geteuid(), rules: settings.access)
    guard access != self.access else { return }
    self.access = access
    do throws(DaemonError) { try socket.setOpen(toOthers: access.isOpenToOthers) } catch {
      log.error("\(error.description)")
    }
    warnIfUnreachable()
    for connection in server?.openConnections ?? [] { review(connection) }
  }

  /// Says so when there are fewer descriptors than connections would need.
  private func warnIfFewDescriptors() {
    let (room, wanted) = (descriptors.room, service.limits.connections)
    if room >= wanted { return }
    let what =
      "the limit of open files, \(descriptors.limit), has room for \(room) connections, not for the"
      + " \(wanted) of limits.connections: raise it (LimitNOFILE of the unit, ulimit -Hn), or lower that"
    log.warning("\(what)")
  }

  /// Says so when the rules let others connect and the file system does not.
  func warnIfUnreachable() {
    guard access.isOpenToOthers, let folder = socket.closedFolder else { return }
    log.warning("\(ListeningSocket.warning(of: folder))")
  }

  /// Has errors of clients logged as long as somebody wants that much.
  func noteErrorsIfWanted() {
    guard lines.wantsErrors else {
      service.noteError = nil
      return
    }
    service.noteError = { [unowned self] id, error in
      guard let connection = connection(id) else { return }
      note(.debug, "\(error.reason.rawValue): \(error.message)", about: connection)
    }
  }

  private func connection(_ id: ConnectionID) -> SocketConnection? {
    server?.connection(id.rawValue)
  }
}
