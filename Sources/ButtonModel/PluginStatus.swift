/// What clients are told about a plugin's worker.
package enum PluginState: String, Hashable, Sendable, CaseIterable {
  case starting, running, restarting, quarantined, failed, disabled
}

/// A plugin's worker at this moment, as clients see it.
package struct PluginStatus: Hashable, Sendable {
  package var state: PluginState
  /// The worker's process id, while there is one.
  package var pid: Int32?
  /// How often the worker has been started again since the daemon came up.
  package var restarts: Int
  /// How often the worker died, or was killed for what it did, since the daemon came up.
  package var deaths: Int
  /// What went wrong last, in words; kept after a recovery.
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
