import ButtonEngine
import ButtonModel
import ButtonProtocol
import FleetLink

extension Fleet {
  func tell(
    _ action: ActionRecord, of scope: Scope, to connections: [ConnectionID],
    as subscription: String, missed: UInt64 = 0, delivery: String? = nil,
    isRedelivered: Bool = false
  ) {
    var notification = ActionTriggeredNotification(
      subscription: subscription, id: action.id, name: action.name, payload: action.payload,
      client: action.client, revision: engine.revision)
    if missed > 0 { notification.missed = Int(clamping: missed) }
    notification.scope = scope.name
    notification.delivery = delivery
    notification.isRedelivered = isRedelivered
    service.tell(
      service.line(notification, of: ActionTriggeredNotification.method), to: connections,
      of: .actions)
  }

  func finishUnwanted(_ delivery: FleetDelivery, _ scope: Scope) {
    // While the engine is out of reach, the delivery stays and comes again.
    do { try submit([], to: scope, .done(delivery)) } catch { return }
    guard let submission = takeSubmission() else { return }
    waiters[submission.ticket] = Waiter(keys: []) { _ in }
  }
}
