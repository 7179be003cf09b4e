import ButtonProtocol

/// What the buttons that a request for looks means still wait for.
enum SnapshotWait {
  /// Requests of the same buttons at the same tick wait for the same, and it is found out once.
  struct Question: Hashable {
    let match: Match
    let tick: UInt64
  }

  case none, forAnswer, forStart
}
