import ButtonEngine
import ButtonModel
import ButtonProtocol
import FleetLink
import JSONRPC

/// Who gets the fleet's actions: subscribers to all of them, and groups of which each action goes to one
/// subscriber, who ends the delivery.
final class FleetActions {
  /// One subscription of one connection.
  struct Member {
    let connection: ConnectionID
    let subscription: String
    let matcher: Matcher
    /// Nanoseconds after which a delivery goes to another.
    let claimAfter: UInt64
  }

  /// A delivery that a member has.
  struct Held {
    let connection: ConnectionID
    let subscription: String
    let text: UTF8String
    /// From then on it is another's.
    let deadline: UInt64
  }

  /// What comes of one scope, for one group or for all daemons.
  final class Flow {
    let scope: Fleet.Scope
    let group: String?
    var members: [Member] = []
    /// By the numbers of their actions.
    var held: [UInt64: Held] = [:]
    /// The session in which actions were asked for that have not come; nil when none are due.
    var askedSession: UInt32?
    /// Without a group, the last action that is known.
    var last: UInt64?

    init(_ scope: Fleet.Scope, group: String?) {
      self.scope = scope
      self.group = group
    }

    /// The least time that a member gives a delivery.
    var claimAfter: UInt64 { members.map(\.claimAfter).min() ?? 0 }
  }

  /// How many deliveries a subscription of a group has at once.
  static let deliveriesAtOnce = 16
  /// How many groups' actions a daemon takes of one scope: each is a connection to the engine.
  static let maximumGroups = 16

  private var flows: [Flow] = []

  /// Adds a subscriber. Throws when there are too many groups.
  func subscribe(
    _ connection: ConnectionID, _ spec: ActionSubscriptionSpec, claimAfter: UInt64, _ fleet: Fleet
  ) throws(ProtocolError) {
    let scopes = fleet.scopes.filter { !$0.link.settings.buttons.isEmpty }
    guard !scopes.isEmpty else {
      throw .invalidParams(
        "no scope of this daemon has buttons: name some in its configuration, under fleet.scopes",
        path: spec.group == nil ? "params.fleet" : "params.group")
    }
    if let group = spec.group {
      if let scope = scopes.first(where: \.link.settings.isReadOnly) {
        throw .readOnly(scope.name)
      }
      let groups = Set(flows.compactMap(\.group)).union([group])
      guard groups.count <= FleetActions.maximumGroups else {
        throw .limitExceeded(
          "groups", value: FleetActions.maximumGroups,
          "a daemon serves at most \(FleetActions.maximumGroups) groups")
      }
    }
    for scope in scopes {
      let flow = flow(of: scope, spec.group) ?? Flow(scope, group: spec.group)
      if flow.members.isEmpty { flows.append(flow) }
      flow.members.removeAll {
        $0.connection == connection && $0.subscription == spec.name
      }
      flow.members.append(
        Member(
          connection: connection, subscription: spec.name, matcher: Matcher(spec.match),
          claimAfter: claimAfter))
      ask(flow, fleet)
    }
  }

  private func flow(of scope: Fleet.Scope, _ group: String?) -> Flow? {
    flows.first { $0.scope === scope && $0.group == group }
  }

  /// A subscription has ended: another subscriber gets what it has not done.
  func left(_ connection: ConnectionID, _ subscription: String, _ fleet: Fleet) {
    for flow in flows {
      let count = flow.members.count
      flow.members.removeAll { $0.connection == connection && $0.subscription == subscription }
      if flow.members.count == count { continue }
      let left = flow.held.filter {
        $0.value.connection == connection && $0.value.subscription == subscription
      }
      for number in left.keys { flow.held[number] = nil }
      for (number, held) in left.sorted(by: { $0.key < $1.key }) {
        deliver(number, held.text, isRedelivered: true, in: flow, fleet)
      }
      if flow.members.isEmpty { end(flow, fleet) }
    }
    flows.removeAll { $0.members.isEmpty }
  }

  private func end(_ flow: Flow, _ fleet: Fleet) {
    guard let session = flow.askedSession, session == flow.scope.session else { return }
    var message = FleetTakeNotification(scope: flow.scope.name, session: session, count: 0)
    message.group = flow.group.map { UTF8String($0) }
    fleet.send(message, of: FleetTakeNotification.method, flow.scope)
  }

  /// A scope may be live again.
  func scopeChanged(_ scope: Fleet.Scope, _ fleet: Fleet) {
    if flows.isEmpty { return }
    for flow in flows where flow.scope === scope { ask(flow, fleet) }
  }

  /// Asks for the next actions, as many as the members take.
  private func ask(_ flow: Flow, _ fleet: Fleet) {
    let scope = flow.scope
    guard scope.link.phase == .live, flow.askedSession != scope.session, !flow.members.isEmpty
    else { return }
    var message = FleetTakeNotification(
      scope: scope.name, session: scope.session, count: FleetActionsRequest.maximumActions)
    if let group = flow.group {
      let room = flow.members.reduce(0) { $0 + self.room(of: $1, in: flow, fleet) }
      if room == 0 { return }
      message.group = UTF8String(group)
      message.consumer = UTF8String(fleet.consumer)
      message.claimAfterMs = flow.claimAfter / 1_000_000
      message.count = min(room, message.count)
    } else {
      message.after = flow.last
    }
    flow.askedSession = scope.session
    fleet.send(message, of: FleetTakeNotification.method, scope)
  }

  private func room(of member: Member, in flow: Flow, _ fleet: Fleet) -> Int {
    guard fleet.service.takesBytes(member.connection) else { return 0 }
    return max(0, FleetActions.deliveriesAtOnce - count(of: member, in: flow))
  }

  private func count(of member: Member, in flow: Flow) -> Int {
    flow.held.values.reduce(0) {
      $0 + ($1.connection == member.connection && $1.subscription == member.subscription ? 1 : 0)
    }
  }

  /// The link brings actions.
  func take(_ message: FleetActionsRequest, _ scope: Fleet.Scope, _ fleet: Fleet) {
    guard message.session == scope.session,
      let flow = flow(of: scope, message.group.map(\.string)), flow.askedSession == message.session
    else { return }
    flow.askedSession = nil
    if flow.group == nil {
      let before = flow.last
      flow.last = message.last
      for action in message.actions where action.number > before ?? 0 {
        broadcast(action.text, in: flow, fleet)
      }
    } else {
      for action in message.actions {
        flow.held[action.number] = nil
        deliver(
          action.number, action.text, isRedelivered: action.isRedelivered, in: flow, fleet)
      }
    }
    ask(flow, fleet)
  }

  private func broadcast(_ text: UTF8String, in flow: Flow, _ fleet: Fleet) {
    guard let record = ActionRecord(text) else { return }
    let id = UTF8String(record.id)
    let group = record.group.map { UTF8String($0) }
    var lines: [String: [ConnectionID]] = [:]
    for member in flow.members
    where id.bytes.withUnsafeBytes({ member.matcher.matches(id: $0, group: group) }) {
      lines[member.subscription, default: []].append(member.connection)
    }
    for (subscription, connections) in lines {
      fleet.tell(record, of: flow.scope, to: connections, as: subscription)
    }
  }

  /// Hands an action to the member that has the fewest. What no member wants counts as done.
  private func deliver(
    _ number: UInt64, _ text: UTF8String, isRedelivered: Bool, in flow: Flow, _ fleet: Fleet
  ) {
    if flow.members.isEmpty { return }
    let record = ActionRecord(text)
    let id = UTF8String(record?.id ?? "")
    let group = record?.group.map { UTF8String($0) }
    let wanting = flow.members.filter { member in
      record != nil
        && id.bytes.withUnsafeBytes { member.matcher.matches(id: $0, group: group) }
    }
    guard let record, !wanting.isEmpty else {
      fleet.finishUnwanted(delivery(number, flow, fleet), flow.scope)
      return
    }
    let free = wanting.filter { fleet.service.takesBytes($0.connection) }
    let counts = (free.isEmpty ? wanting : free).map { ($0, count(of: $0, in: flow)) }
    guard let (member, _) = counts.min(by: { $0.1 < $1.1 }) else { return }
    let deadline = fleet.clock() &+ member.claimAfter
    flow.held[number] = Held(
      connection: member.connection, subscription: member.subscription, text: text,
      deadline: deadline)
    fleet.wakeTime = min(fleet.wakeTime, deadline)
    fleet.tell(
      record, of: flow.scope, to: [member.connection], as: member.subscription,
      delivery: "\(flow.scope.name):\(number)", isRedelivered: isRedelivered)
  }

  private func delivery(_ number: UInt64, _ flow: Flow, _ fleet: Fleet) -> FleetDelivery {
    FleetDelivery(number, of: UTF8String(flow.group ?? ""), to: UTF8String(fleet.consumer))
  }

  /// What a client has under the name of a delivery; nil when it is not its own any more.
  func delivery(
    _ name: String, of connection: ConnectionID, _ subscription: String, _ fleet: Fleet
  ) -> (scope: Fleet.Scope, delivery: FleetDelivery)? {
    let parts = name.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = UInt64(parts[1]) else { return nil }
    for flow in flows where flow.scope.name == parts[0] {
      if let held = flow.held[number], held.connection == connection,
        held.subscription == subscription, held.deadline > fleet.clock()
      {
        return (flow.scope, delivery(number, flow, fleet))
      }
    }
    return nil
  }

  /// A delivery is over.
  func ended(_ delivery: FleetDelivery, _ scope: Fleet.Scope, _ fleet: Fleet) {
    guard let flow = flow(of: scope, delivery.group.string) else { return }
    flow.held[delivery.number] = nil
    ask(flow, fleet)
  }

  /// When the first delivery goes to another; `.max` without one.
  var nextDeadline: UInt64 {
    flows.lazy.flatMap { $0.held.values.lazy.map(\.deadline) }.min() ?? .max
  }

  /// Forgets deliveries that others may have now.
  func expire(now: UInt64, _ fleet: Fleet) {
    for flow in flows where !flow.held.isEmpty {
      let late = flow.held.filter { $0.value.deadline <= now }
      if late.isEmpty { continue }
      for number in late.keys { flow.held[number] = nil }
      ask(flow, fleet)
    }
  }

  /// A client takes bytes again.
  func unblocked(_ fleet: Fleet) {
    for flow in flows where flow.group != nil { ask(flow, fleet) }
  }
}
