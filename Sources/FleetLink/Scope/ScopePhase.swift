/// How a daemon stands to a scope.
package enum ScopePhase: Hashable, Sendable {
  /// Nothing connects it to the scope's engine.
  case offline
  /// It has asked where it stands.
  case asking
  /// It takes in a snapshot.
  case snapshot
  /// It takes in what the log has on top of its cursor.
  case tail
  /// It is up to date, and its changes are sent.
  case live
  /// The engine has another history under this name; nothing is taken from it.
  case foreign
  /// The scope's content breaks the rules; it stays as it was before.
  case refused(Violation)

  /// Its name: offline, joining, live, foreign, refused.
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
