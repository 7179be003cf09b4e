import ButtonEngine
import ButtonProtocol
import ButtonService
import ButtonSocket
import DaemonConfiguration
import Glibc
import JSONRPC
import Logging
import UVLoop

/// Accepts clients within the access rules and limits, passes their lines to the service, and sends
/// them the output of each turn.
final class ClientListener {
  /// Counted since the start.
  struct Counters {
    var accepted = 0
    /// Strangers, and connections beyond a limit.
    var refused = 0
    /// Closed because they took no bytes.
    var stalled = 0
    /// Closed because of the bytes they left in memory.
    var shed = 0
  }

  let loop: Loop
  let service: Service
  private let engine: Engine
  let lines: ClientLog
  private let log: DaemonLog
  private let socket: ListeningSocket
  /// The descriptors that clients leave to the daemon.
  let descriptors: DescriptorReserve
  private(set) var access: AccessList
  private var server: SocketServer?
  var counters = Counters()

  /// The socket is bound.
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

  var path: String { socket.path }

  /// Call before `start`. Clients without progress for `stallTimeout` milliseconds are closed.
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

  func start() throws(UVError) {
    warnIfFewDescriptors()
    try server?.start()
  }

  func stopReading() { server?.stopReading() }

  func close() { server?.close() }

  func endLog() { lines.close() }

  /// Cleans up the file system: the process ends now.
  func abandon() {
    server?.stopAccepting()
    release()
  }

  func release() { socket.release() }

  /// `isAlone`: the turn has no other output.
  func deliver(_ line: SharedLine, to connections: [ConnectionID], isAlone: Bool) {
    guard let server else { return }
    for id in connections {
      guard let connection = server.connection(id.rawValue) else { continue }
      if isAlone { connection.sendNow(line) } else { connection.send(line) }
    }
  }

  func answer(_ ticket: Ticket, _ result: Result<[UInt8], EngineError>) {
    connection(ticket.connection)?.respond { service.answer(ticket, result, into: &$0) }
  }

  /// Sends the turn's output and enforces the limit of what is kept for clients; returns its bytes.
  func flush() -> Int {
    guard let server else { return 0 }
    let heldBack = heldBackBytes
    server.keptBytes = engine.clientBytes + heldBack
    server.flush()
    let inSockets = server.clientBytes
    engine.noteOtherBytes(inSockets + heldBack)
    return server.keptBytes + inSockets
  }

  var hasUnsentOutput: Bool { server?.hasUnsentOutput == true }

  /// Kept for clients, beside what their sockets keep.
  var keptBytes: Int { engine.clientBytes + heldBackBytes }

  /// The part of ``keptBytes`` that is not in the ledger of clients: output that is held back.
  private var heldBackBytes: Int { engine.sentLookBytes + service.queuedBytes }

  private var figures: [ServerStatsResponse.Figure] {
    [
      .init("acceptedClients", counters.accepted), .init("refusedClients", counters.refused),
      .init("closedStalledClients", counters.stalled),
      .init("shedClients", counters.shed),
      .init("clientBytes", keptBytes + (server?.clientBytes ?? 0)),
      .init("suppressedLogLines", lines.suppressedCount),
    ]
  }

  /// Applies a configuration that was read again, also to connected clients.
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

  private func warnIfFewDescriptors() {
    let (room, wanted) = (descriptors.room, service.limits.connections)
    if room >= wanted { return }
    let what =
      "the limit of open files, \(descriptors.limit), has room for \(room) connections, not for the"
      + " \(wanted) of limits.connections: raise it (LimitNOFILE of the unit, ulimit -Hn), or lower that"
    log.warning("\(what)")
  }

  /// The rules let others connect and the file system does not.
  func warnIfUnreachable() {
    guard access.isOpenToOthers, let folder = socket.closedFolder else { return }
    log.warning("\(ListeningSocket.warning(of: folder))")
  }

  /// Logs clients' errors if the log's level includes them.
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
