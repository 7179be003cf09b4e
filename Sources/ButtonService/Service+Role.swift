import ButtonEngine
import ButtonProtocol

extension Service {
  /// Ends what the new role does not permit: subscriptions, queued events, presses and leases.
  /// Earlier requests are still carried out and answered.
  func lower(_ session: Session, to role: Role) {
    guard role < session.role, role != .fleet || session.role == .admin else { return }
    session.role = role
    ledger.endPrivilege(of: session.connection)
    for topic in EventSubscriptions.Topic.allCases where topic.requiredRole > role {
      endSubscriptions(of: session, to: topic)
    }
    if !role.permits(.read) { engine.endSubscriptions(of: session.connection) }
    if role < StateSetRequest.method.requiredRole {
      engine.endLeases(of: .connection(session.connection))
    }
    if role < PressBeganRequest.method.requiredRole {
      engine.closePresses(of: session.connection)
      noteEnd(of: session)
    }
  }
}
