import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

/// Tells those who subscribed to actions what was pressed or triggered.
final class ActionRelay: Relay {
  private struct Subscription {
    let name: String
    let matcher: Matcher
    var members: [ConnectionID]
  }

  private var subscriptions: [Subscription] = []
  private var writer = JSONWriter()

  /// Makes a connection a subscriber and returns the subscription's name; twice is once.
  func subscribe(_ spec: ActionSubscriptionSpec, _ connection: ConnectionID) -> String {
    let name = spec.name
    if let index = subscriptions.firstIndex(where: { $0.name == name }) {
      if !subscriptions[index].members.contains(connection) {
        subscriptions[index].members.append(connection)
      }
    } else {
      subscriptions.append(
        Subscription(name: name, matcher: Matcher(spec.match), members: [connection]))
    }
    return name
  }

  var right: Role { ActionsSubscribe.right }

  func unsubscribe(_ name: String, _ session: Session) -> Bool {
    guard let index = subscriptions.firstIndex(where: { $0.name == name }),
      let place = subscriptions[index].members.firstIndex(of: session.connection)
    else { return false }
    subscriptions[index].members.remove(at: place)
    if subscriptions[index].members.isEmpty { subscriptions.remove(at: index) }
    return true
  }

  func end(_ session: Session) {
    for index in subscriptions.indices {
      subscriptions[index].members.removeAll { $0 == session.connection }
    }
    subscriptions.removeAll { $0.members.isEmpty }
    session.actions = ActionQueue()
  }

  func count(of connection: ConnectionID) -> Int {
    subscriptions.count { $0.members.contains(connection) }
  }

  /// A button has performed its action: one line for each subscription that covers it.
  func lines(
    for definition: ButtonDefinition, client: String?, revision: UInt64
  ) -> [(line: SharedLine, receivers: [ConnectionID])] {
    let id = UTF8String(definition.id)
    let group = definition.group.map { UTF8String($0) }
    var lines: [(line: SharedLine, receivers: [ConnectionID])] = []
    for subscription in subscriptions {
      let isMeant = id.bytes.withUnsafeBytes {
        subscription.matcher.matches(id: $0, group: group)
      }
      guard isMeant else { continue }
      let notification = ActionTriggeredNotification(
        subscription: subscription.name, id: definition.id, name: definition.action?.name,
        payload: definition.action?.payload, client: client, revision: revision)
      writer.removeAll(keepingCapacity: true)
      writer.beginNotification(ActionTriggeredNotification.method)
      notification.write(into: &writer)
      writer.endObject()
      lines.append((SharedLine(copying: writer.bytes), subscription.members))
    }
    return lines
  }
}
