package import ButtonEngine

extension Service {
  /// A connection's socket takes no more bytes: looks are conflated, actions queued up to a limit.
  package func connectionBlocked(_ connection: ConnectionID) {
    guard let session = session(connection) else { return }
    session.isBlocked = true
    engine.connectionBlocked(connection)
  }

  /// A connection's socket has taken everything: it is brought up to date.
  package func connectionDrained(_ connection: ConnectionID) {
    guard let session = session(connection) else { return }
    session.isBlocked = false
    tellMissed(session)
    engine.connectionDrained(connection)
  }

  /// A client sends nothing more: its connection is closed once it has been answered everything.
  package func connectionEnded(_ connection: ConnectionID) {
    guard let session = session(connection) else { return }
    session.hasEnded = true
    closeIfAnswered(session)
  }

  /// Closes the connection of a client that sends nothing more and waits for nothing.
  func closeIfAnswered(_ session: Session) {
    if session.hasEnded, session.pending.isEmpty, session.batch == nil {
      closeAnswered(session.connection)
    }
  }
}
