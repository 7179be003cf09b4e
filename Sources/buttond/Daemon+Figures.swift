import ButtonEngine
import ButtonProtocol
import ButtonService
import ButtonSocket

extension Daemon {
  /// Bytes that are kept for clients besides what their sockets keep.
  var keptBytes: Int { engine.clientBytes + heldBackBytes }

  /// The part of ``keptBytes`` that is not in the ledger of clients: what waits to be sent to them.
  var heldBackBytes: Int { engine.heldLookBytes + service.queuedBytes }

  /// What only the daemon itself can count, for `server.stats`.
  var figures: [ServerStatsResponse.Figure] {
    [
      .init("acceptedClients", clients.accepted), .init("refusedClients", clients.refused),
      .init("closedStalledClients", clients.stalled),
      .init("shedClients", clients.shed),
      .init("clientBytes", keptBytes + (server?.clientBytes ?? 0)),
      .init("suppressedLogLines", logLimiter.suppressedCount),
    ]
  }
}
