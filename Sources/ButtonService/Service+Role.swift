import ButtonEngine
import ButtonProtocol

extension Service {
  /// Takes rights from a connection, with everything that needs them and would go on: its subscriptions,
  /// what waits to be told to them, and its presses.
  ///
  /// What it asked for before is done and answered.
  func lower(_ session: Session, to role: Role) {
    guard role < session.role else { return }
    session.role = role
    ledger.endPrivilege(of: session.connection)
    for topic in EventSubscriptions.Topic.allCases where topic.requiredRole > role {
      endSubscriptions(of: session, to: topic)
    }
    if role < PressBeganRequest.method.requiredRole {
      noteEnd(of: session)
      engine.closePresses(of: session.connection)
    }
  }
}
