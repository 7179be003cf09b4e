package import ButtonEngine

extension Service {
  /// The socket buffer is full: looks are conflated, and actions are queued up to a limit.
  package func connectionBlocked(_ connection: ConnectionID) {
    guard let session = session(connection) else { return }
    session.isBlocked = true
    engine.connectionBlocked(connection)
  }

  /// Sends what the connection missed.
  package func connectionDrained(_ connection: ConnectionID) {
    guard let session = session(connection) else { return }
    session.isBlocked = false
    tellMissed(session)
    engine.connectionDrained(connection)
  }

  /// The client has ended its input: the connection closes once everything is answered.
  package func connectionEnded(_ connection: ConnectionID) {
    guard let session = session(connection) else { return }
    session.hasEnded = true
    closeIfAnswered(session)
  }

  func closeIfAnswered(_ session: Session) {
    if session.hasEnded, session.pending.isEmpty, session.batch == nil {
      closeAnswered(session.connection)
    }
  }
}
