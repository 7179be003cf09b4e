import ButtonEngine
import ButtonModel
import ButtonProtocol
import FleetLink

/// The actions of one scope, for one group of subscribers or for all, and what each has not done
/// yet.
final class ActionFlow {
  struct Member {
    let connection: ConnectionID
    /// Nanoseconds after which a delivery goes to another.
    let claimAfter: UInt64
  }

  /// Subscribers to the same buttons.
  struct Subscription {
    let name: String
    let match: Match
    var members: [Member] = []
  }

  /// A delivery that a subscriber has not done yet.
  struct Assignment {
    let connection: ConnectionID
    let subscription: String
    let delivery: FleetDelivery
    let text: UTF8String
    /// When the delivery may become another's.
    let deadline: UInt64
    /// In nanoseconds, of which the deadline is the end.
    let claimAfter: UInt64
  }

  let scope: Fleet.Scope
  let group: String?
  /// The session in which actions were asked for and are due; nil when none are.
  var askedSession: UInt32?
  /// The session in which actions were last asked for.
  var servedSession: UInt32?
  /// The last known action, if there is no group.
  var last: UInt64?
  /// By the request that performed the action.
  private(set) var held: [RequestNumber: Assignment] = [:]
  /// Per connection.
  private var heldCounts: [ConnectionID: Int] = [:]
  /// Connections that have let deliveries pass, and until when they get none.
  private var lateUntil: [ConnectionID: UInt64] = [:]
  /// By place; nil where it is free.
  private var subscriptions: [Subscription?] = []
  private var places: [String: Int] = [:]
  private var index = MatchIndex()
  /// How many subscriptions each connection has here.
  private var connections: [ConnectionID: Int] = [:]
  /// How many subscribers wait until ``last`` is known.
  var waiting = 0

  init(_ scope: Fleet.Scope, group: String?) {
    self.scope = scope
    self.group = group
  }

  var isEmpty: Bool { connections.isEmpty && waiting == 0 }

  /// The longest time that a subscriber takes for a delivery, in nanoseconds: no other one claims it
  /// before.
  var claimAfter: UInt64 {
    subscriptions.lazy.compactMap(\.self).flatMap(\.members).map(\.claimAfter).max() ?? 0
  }

  // MARK: Subscribers

  /// Adding twice counts once, with the newer time.
  func add(_ connection: ConnectionID, _ spec: ActionSubscriptionSpec, claimAfter: UInt64) {
    let place = places[spec.name] ?? subscriptions.firstIndex { $0 == nil } ?? subscriptions.count
    if place == subscriptions.count { subscriptions.append(nil) }
    if subscriptions[place] == nil {
      subscriptions[place] = Subscription(name: spec.name, match: spec.match)
      places[spec.name] = place
      index.insert(spec.match, at: place)
    }
    let before = subscriptions[place]?.members.count ?? 0
    subscriptions[place]?.members.removeAll { $0.connection == connection }
    subscriptions[place]?.members.append(Member(connection: connection, claimAfter: claimAfter))
    if subscriptions[place]?.members.count != before { connections[connection, default: 0] += 1 }
  }

  /// Returns what the subscriber has not done, the oldest first.
  func remove(_ connection: ConnectionID, _ name: String) -> [Assignment] {
    guard let place = places[name], var subscription = subscriptions[place],
      let member = subscription.members.firstIndex(where: { $0.connection == connection })
    else { return [] }
    subscription.members.remove(at: member)
    subscriptions[place] = subscription
    if subscription.members.isEmpty {
      index.remove(subscription.match, at: place)
      subscriptions[place] = nil
      places[name] = nil
    }
    let count = connections[connection, default: 1] - 1
    connections[connection] = count == 0 ? nil : count
    if count == 0 { lateUntil[connection] = nil }
    let left = held.values.filter { $0.connection == connection && $0.subscription == name }
    for held in left { drop(held.delivery.action) }
    return left.sorted { $0.delivery.number < $1.delivery.number }
  }

  func wanting(_ action: ActionRecord) -> [Subscription] {
    let group = action.group.map { UTF8String($0) }
    return index.places(id: UTF8String(action.id), group: group) { subscriptions[$0]?.match }
      .compactMap { subscriptions[$0] }
  }

  /// How many more deliveries the connections that take bytes now and are not late may have, up to
  /// `most`.
  func room(upTo most: Int, of limit: Int, takesBytes: (ConnectionID) -> Bool) -> Int {
    var room = 0
    for connection in connections.keys
    where room < most && lateUntil[connection] == nil && takesBytes(connection) {
      room += max(0, limit - heldCount(of: connection))
    }
    return min(room, most)
  }

  // MARK: Lateness

  func isLate(_ connection: ConnectionID) -> Bool { lateUntil[connection] != nil }

  /// When the next connection is given deliveries again; `.max` if none is late.
  var nextLateEnd: UInt64 { lateUntil.values.min() ?? .max }

  /// A connection has let deliveries pass, and gets none for as long again: others have time to
  /// take these.
  func noteLate(_ assignment: Assignment) {
    lateUntil[assignment.connection] = assignment.deadline &+ assignment.claimAfter
  }

  /// The connection works.
  func noteWork(of connection: ConnectionID) { lateUntil[connection] = nil }

  /// Whether the time of a late connection was over.
  func endLateness(now: UInt64) -> Bool {
    let count = lateUntil.count
    lateUntil = lateUntil.filter { $0.value > now }
    return lateUntil.count < count
  }

  // MARK: Deliveries

  func heldCount(of connection: ConnectionID) -> Int { heldCounts[connection] ?? 0 }

  func hold(_ new: Assignment) {
    drop(new.delivery.action)
    held[new.delivery.action] = new
    heldCounts[new.connection, default: 0] += 1
  }

  func drop(_ action: RequestNumber) {
    guard let old = held.removeValue(forKey: action) else { return }
    let count = heldCount(of: old.connection) - 1
    heldCounts[old.connection] = count == 0 ? nil : count
  }
}
