package import ButtonEngine

extension Service {
  /// A connection's socket buffer is full: looks are conflated, and actions are queued up to a
  /// limit.
  package func connectionBlocked(_ connection: ConnectionID) {
    guard let session = session(connection) else { return }
    session.isBlocked = true
    engine.connectionBlocked(connection)
  }

  /// A connection's socket accepts bytes again: sends what it missed.
  package func connectionDrained(_ connection: ConnectionID) {
    guard let session = session(connection) else { return }
    session.isBlocked = false
    tellMissed(session)
    engine.connectionDrained(connection)
  }

  /// A client has ended its input: its connection is closed once everything is answered.
  package func connectionEnded(_ connection: ConnectionID) {
    guard let session = session(connection) else { return }
    session.hasEnded = true
    closeIfAnswered(session)
  }

  /// Closes a connection whose client has ended its input and waits for nothing.
  func closeIfAnswered(_ session: Session) {
    if session.hasEnded, session.pending.isEmpty, session.batch == nil {
      closeAnswered(session.connection)
    }
  }
}
