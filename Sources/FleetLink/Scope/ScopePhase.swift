/// A daemon's relation to a scope.
package enum ScopePhase: Hashable, Sendable {
  case offline
  /// It has asked for its place in the history.
  case asking
  /// It reads a snapshot.
  case snapshot
  /// It reads the log after its cursor.
  case tail
  /// It is up to date, and its changes are sent.
  case live
  /// The engine has another history under this name; nothing is taken from it.
  case foreign
  /// The scope's content breaks the rules; the daemon keeps what it had before.
  case refused(Violation)

  package var name: String {
    switch self {
    case .offline: "offline"
    case .asking, .snapshot, .tail: "joining"
    case .live: "live"
    case .foreign: "foreign"
    case .refused: "refused"
    }
  }
}
