/// The state of a plugin's worker, as clients see it.
package enum PluginState: String, Hashable, Sendable, CaseIterable {
  case starting, running, restarting, quarantined, failed, disabled
}

/// The current status of a plugin's worker, as clients see it.
package struct PluginStatus: Hashable, Sendable {
  package var state: PluginState
  /// The worker's process id; nil if it is not running.
  package var pid: Int32?
  /// How often the worker was restarted since the daemon started.
  package var restarts: Int
  /// How often the worker crashed, or was killed for misbehaviour, since the daemon started.
  package var deaths: Int
  /// The last error, in words; kept after a recovery.
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
