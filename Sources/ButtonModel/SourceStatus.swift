package enum SourceState: String, Hashable, Sendable, CaseIterable {
  case starting
  case running
  /// It is polled, and its next run is not due.
  case waiting
  /// Its program died or a run failed; it will be started again.
  case restarting
  /// It died too often, and is now tried only rarely.
  case quarantined
  case stopping

  /// Whether it delivers values, as far as others can see.
  package var isUp: Bool {
    switch self {
    case .running, .waiting: true
    case .starting, .restarting, .quarantined, .stopping: false
    }
  }
}

package struct SourceStatus: Hashable, Sendable {
  package var state: SourceState
  /// Nil if its program does not run.
  package var pid: Int32?
  /// Starts after a death.
  package var restarts = 0
  /// Deaths and failed runs.
  package var deaths = 0
  /// Kept after a recovery.
  package var lastError: String?

  package init(_ state: SourceState) { self.state = state }
}
