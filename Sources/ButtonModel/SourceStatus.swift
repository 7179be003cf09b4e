/// The state of a source, as clients see it.
package enum SourceState: String, Hashable, Sendable, CaseIterable {
  /// It has not been started.
  case starting
  /// Its program runs.
  case running
  /// It is polled, and its next run has not come.
  case waiting
  /// Its program died, or a run failed; it will be started again.
  case restarting
  /// It died too often, and is tried only now and then.
  case quarantined
  /// It was asked to end.
  case stopping

  /// Whether it delivers, as far as that can be seen from outside.
  package var isUp: Bool {
    switch self {
    case .running, .waiting: true
    case .starting, .restarting, .quarantined, .stopping: false
    }
  }
}

/// The current status of a source, as clients see it.
package struct SourceStatus: Hashable, Sendable {
  package var state: SourceState
  /// The process that runs its program; nil if none does.
  package var pid: Int32?
  /// How often it was started again after a death.
  package var restarts = 0
  /// How often it died, or a run of it failed.
  package var deaths = 0
  /// The last error, in words; kept after a recovery.
  package var lastError: String?

  package init(_ state: SourceState) { self.state = state }
}
