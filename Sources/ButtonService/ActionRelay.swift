import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

/// Tells those who subscribed to actions what was pressed or triggered.
final class ActionRelay: Relay {
  private struct Subscription {
    let name: String
    let match: Match
    var members: [ConnectionID]

    /// Bytes that are kept for each member.
    var bytes: Int { ActionRelay.bytes(of: match) }
  }

  private let ledger: ClientLedger
  private let queued: QueuedLines
  /// By place; nil where a place is free.
  private var subscriptions: [Subscription?] = []
  private var places: [String: Int] = [:]
  private var freePlaces: [Int] = []
  /// Which of them cover a button.
  private var index = MatchIndex()
  private var writer = JSONWriter()

  /// A relay without subscribers, which counts what it keeps in a ledger, and the lines that wait.
  init(ledger: ClientLedger, queued: QueuedLines) {
    self.ledger = ledger
    self.queued = queued
  }

  /// Bytes that are kept for a subscriber.
  static func bytes(of match: Match) -> Int { ClientLedger.subscriptionBytes + match.keptBytes }

  /// Makes a connection a subscriber and returns the subscription's name; twice is once.
  func subscribe(_ spec: ActionSubscriptionSpec, _ connection: ConnectionID) -> String {
    let name = spec.name
    if let place = places[name] {
      if let subscription = subscriptions[place], !subscription.members.contains(connection) {
        subscriptions[place]?.members.append(connection)
        ledger.keep(subscription.bytes, for: connection)
      }
      return name
    }
    ledger.keep(ActionRelay.bytes(of: spec.match), for: connection)
    let new = Subscription(name: name, match: spec.match, members: [connection])
    let place = freePlaces.popLast() ?? subscriptions.count
    if place == subscriptions.count { subscriptions.append(nil) }
    subscriptions[place] = new
    places[name] = place
    index.insert(spec.match, at: place)
    return name
  }

  var right: Role { ActionsSubscribe.right }

  func unsubscribe(_ name: String, _ session: Session) -> Bool {
    guard let place = places[name],
      let member = subscriptions[place]?.members.firstIndex(of: session.connection)
    else { return false }
    ledger.release(subscriptions[place]?.bytes ?? 0, for: session.connection)
    subscriptions[place]?.members.remove(at: member)
    removeIfEmpty(place)
    return true
  }

  func end(_ session: Session) {
    for place in subscriptions.indices {
      guard let subscription = subscriptions[place],
        let member = subscription.members.firstIndex(of: session.connection)
      else { continue }
      ledger.release(subscription.bytes, for: session.connection)
      subscriptions[place]?.members.remove(at: member)
      removeIfEmpty(place)
    }
    session.actions.removeAll(&queued.lines)
  }

  private func removeIfEmpty(_ place: Int) {
    guard let subscription = subscriptions[place], subscription.members.isEmpty else { return }
    subscriptions[place] = nil
    places[subscription.name] = nil
    freePlaces.append(place)
    index.remove(subscription.match, at: place)
  }

  func count(of connection: ConnectionID) -> Int {
    subscriptions.reduce(0) { count, subscription in
      guard let subscription, subscription.members.contains(connection) else { return count }
      return count + subscription.match.subscriptionCount
    }
  }

  /// A button has performed its action: one line for each subscription that covers it.
  func lines(
    for definition: ButtonDefinition, client: String?, revision: UInt64
  ) -> [(line: SharedLine, receivers: [ConnectionID])] {
    if places.isEmpty { return [] }
    let covering = index.places(
      id: UTF8String(definition.id), group: definition.group.map { UTF8String($0) }
    ) { subscriptions[$0]?.match }
    var lines: [(line: SharedLine, receivers: [ConnectionID])] = []
    for place in covering {
      guard let subscription = subscriptions[place] else { continue }
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
