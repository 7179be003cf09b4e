package enum PluginState: String, Hashable, Sendable, CaseIterable {
  case starting, running, restarting, quarantined, failed, disabled
}

package struct PluginStatus: Hashable, Sendable {
  package var state: PluginState
  /// Nil if it is not running.
  package var pid: Int32?
  /// Since the daemon started.
  package var restarts: Int
  /// Crashes and kills for misbehaviour since the daemon started.
  package var deaths: Int
  /// Kept after a recovery.
  package var lastError: String?

  package init(
    state: PluginState, pid: Int32? = nil, restarts: Int = 0, deaths: Int = 0,
    lastError: String? = nil
  ) {
    self.state = state
    self.pid = pid
    self.restarts = restarts
    self.deaths = deaths
    self.lastError = lastError
  }
}
