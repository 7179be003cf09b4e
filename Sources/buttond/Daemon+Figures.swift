import ButtonProtocol

extension Daemon {
  /// What only the daemon itself can count, for `server.stats`.
  var figures: [ServerStatsResponse.Figure] {
    [
      .init("acceptedClients", clients.accepted), .init("refusedClients", clients.refused),
      .init("closedStalledClients", clients.stalled),
      .init("suppressedLogLines", logLimiter.suppressedCount),
    ]
  }
}
