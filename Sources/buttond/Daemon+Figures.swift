import ButtonProtocol
import ButtonSocket

extension Daemon {
  /// What only the daemon itself can count, for `server.stats`.
  var figures: [ServerStatsResponse.Figure] {
    [
      .init("acceptedClients", clients.accepted), .init("refusedClients", clients.refused),
      .init("closedStalledClients", clients.stalled),
      .init("shedClients", clients.shed), .init("clientBytes", server?.clientBytes ?? 0),
      .init("suppressedLogLines", logLimiter.suppressedCount),
    ]
  }
}
