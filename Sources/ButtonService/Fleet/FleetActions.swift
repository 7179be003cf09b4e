import ButtonEngine
import ButtonModel
import ButtonProtocol
import FleetLink

/// Who gets the fleet's actions: subscribers to all of them, and groups, in which each action goes
/// to one subscriber, who ends the delivery.
final class FleetActions {
  /// Per connection and group.
  static let deliveriesAtOnce = 16
  /// Each group is a connection to the engine.
  static let maximumGroups = 16

  /// A subscriber to all actions, answered once its place in each scope's stream is known: it gets
  /// what is performed from then on.
  private struct Beginner {
    let connection: ConnectionID
    let spec: ActionSubscriptionSpec
    let flows: [ActionFlow]
    let answer: () -> Void
  }

  private var flows: [ActionFlow] = []
  private var beginners: [Beginner] = []

  // MARK: Subscribers

  /// Answers now or later. Throws when there are too many groups.
  func subscribe(
    _ connection: ConnectionID, _ spec: ActionSubscriptionSpec, claimAfter: UInt64, _ fleet: Fleet,
    answer: @escaping () -> Void
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
    let flows = scopes.map { scope in
      if let known = flow(of: scope, spec.group) { return known }
      let flow = ActionFlow(scope, group: spec.group)
      self.flows.append(flow)
      return flow
    }
    // For a group the engine keeps what is performed.
    if spec.group == nil, flows.contains(where: { $0.last == nil }) {
      for flow in flows { flow.waiting += 1 }
      beginners.append(
        Beginner(connection: connection, spec: spec, flows: flows, answer: answer))
    } else {
      for flow in flows { flow.add(connection, spec, claimAfter: claimAfter) }
      answer()
    }
    for flow in flows { ask(flow, fleet) }
  }

  /// Answers those whose places are known.
  private func answerBeginners() {
    for beginner in takeBeginners(where: { $0.flows.allSatisfy { $0.last != nil } }) {
      for flow in beginner.flows { flow.add(beginner.connection, beginner.spec, claimAfter: 0) }
      beginner.answer()
    }
  }

  private func takeBeginners(where isMeant: (Beginner) -> Bool) -> [Beginner] {
    if beginners.isEmpty { return [] }
    let taken = beginners.filter(isMeant)
    beginners.removeAll(where: isMeant)
    for flow in taken.flatMap(\.flows) { flow.waiting -= 1 }
    return taken
  }

  private func flow(of scope: Fleet.Scope, _ group: String?) -> ActionFlow? {
    flows.first { $0.scope === scope && $0.group == group }
  }

  /// A subscription has ended: another subscriber gets what it has not done.
  func left(_ connection: ConnectionID, _ subscription: String, _ fleet: Fleet) {
    let beginners = takeBeginners {
      $0.connection == connection && $0.spec.name == subscription
    }
    for beginner in beginners { beginner.answer() }
    for flow in flows {
      for held in flow.remove(connection, subscription) where !flow.isEmpty {
        deliver(held.delivery, held.text, isRedelivered: true, in: flow, fleet)
      }
      if flow.isEmpty { end(flow, fleet) }
    }
    flows.removeAll(where: \.isEmpty)
  }

  // MARK: Orders

  private func end(_ flow: ActionFlow, _ fleet: Fleet) {
    guard let session = flow.servedSession, session == flow.scope.session else { return }
    var message = FleetTakeNotification(scope: flow.scope.name, session: session, count: 0)
    message.group = flow.group.map { UTF8String($0) }
    fleet.send(message, of: FleetTakeNotification.method, flow.scope)
  }

  /// Asks for the next actions, as many as the subscribers take.
  private func ask(_ flow: ActionFlow, _ fleet: Fleet) {
    let scope = flow.scope
    guard scope.link.phase == .live, flow.askedSession != scope.session, !flow.isEmpty else {
      return
    }
    var message = FleetTakeNotification(
      scope: scope.name, session: scope.session, count: FleetActionsRequest.maximumActions)
    if let group = flow.group {
      message.count = flow.room(
        upTo: message.count, of: FleetActions.deliveriesAtOnce,
        takesBytes: fleet.service.takesBytes)
      if message.count == 0 { return }
      message.group = UTF8String(group)
      message.consumer = fleet.consumer
      message.claimAfterMs = flow.claimAfter / 1_000_000
    } else {
      message.after = flow.last
    }
    flow.askedSession = scope.session
    flow.servedSession = scope.session
    fleet.send(message, of: FleetTakeNotification.method, scope)
  }

  /// A scope may be live again.
  func scopeChanged(_ scope: Fleet.Scope, _ fleet: Fleet) {
    if flows.isEmpty { return }
    for flow in flows where flow.scope === scope { ask(flow, fleet) }
  }

  /// A client takes bytes again.
  func unblocked(_ fleet: Fleet) {
    for flow in flows where flow.group != nil { ask(flow, fleet) }
  }

  // MARK: Actions

  func take(
    _ message: FleetActionsRequest, _ scope: Fleet.Scope, _ fleet: Fleet
  ) throws(ProtocolError) {
    guard message.session == scope.session,
      let flow = flow(of: scope, message.group.map(\.string)), flow.askedSession == message.session
    else { return }
    let requests = try message.actions.map { (action) throws(ProtocolError) in
      try RequestNumber(action.request, path: "params.actions")
    }
    flow.askedSession = nil
    if let group = message.group {
      for (action, request) in zip(message.actions, requests) {
        deliver(
          FleetDelivery(action.number, request, of: group, to: fleet.consumer), action.text,
          isRedelivered: action.isRedelivered, in: flow, fleet)
      }
    } else {
      broadcast(message, in: flow, fleet)
    }
    ask(flow, fleet)
  }

  private func broadcast(
    _ message: FleetActionsRequest, in flow: ActionFlow, _ fleet: Fleet
  ) {
    let before = flow.last
    flow.last = message.last
    guard let before else { return answerBeginners() }
    // The engine keeps a bounded number of actions.
    var missed = message.actions.first.map { $0.number &- before &- 1 } ?? 0
    for action in message.actions where action.number > before {
      guard let record = ActionRecord(action.text) else { continue }
      for subscription in flow.wanting(record) {
        fleet.tell(
          record, of: flow.scope, to: subscription.members.map(\.connection),
          as: subscription.name, missed: missed)
      }
      missed = 0
    }
  }

  /// Hands an action to the subscriber with the fewest deliveries; without a subscriber it is done.
  private func deliver(
    _ delivery: FleetDelivery, _ text: UTF8String, isRedelivered: Bool, in flow: ActionFlow,
    _ fleet: Fleet
  ) {
    flow.drop(delivery.action)
    guard let record = ActionRecord(text),
      let (subscription, member) = taker(of: record, in: flow, fleet)
    else {
      return fleet.finishUnwanted(delivery, flow.scope)
    }
    let deadline = fleet.clock() &+ member.claimAfter
    flow.hold(
      ActionFlow.Assignment(
        connection: member.connection, subscription: subscription, delivery: delivery, text: text,
        deadline: deadline, claimAfter: member.claimAfter))
    fleet.wakeTime = min(fleet.wakeTime, deadline)
    fleet.tell(
      record, of: flow.scope, to: [member.connection], as: subscription,
      delivery: "\(flow.scope.name):\(delivery.action)", isRedelivered: isRedelivered)
  }

  private func taker(
    of action: ActionRecord, in flow: ActionFlow, _ fleet: Fleet
  ) -> (subscription: String, member: ActionFlow.Member)? {
    var best: (subscription: String, member: ActionFlow.Member)?
    var fewest = Int.max
    for subscription in flow.wanting(action) {
      for member in subscription.members {
        // A blocked or late member gets it only where there is no other.
        let isLast = !fleet.service.takesBytes(member.connection) || flow.isLate(member.connection)
        let count = flow.heldCount(of: member.connection) + (isLast ? 1 << 32 : 0)
        if count < fewest {
          fewest = count
          best = (subscription.name, member)
        }
      }
    }
    return best
  }

  // MARK: Deliveries

  /// The client's delivery by its name, `SCOPE:REQUEST`; nil when it is no longer the client's.
  func delivery(
    _ name: String, of connection: ConnectionID, _ subscription: String, _ fleet: Fleet
  ) -> (scope: Fleet.Scope, delivery: FleetDelivery)? {
    let words = name.split(separator: ":", maxSplits: 1)
    guard let action = words.last.flatMap({ RequestNumber(UTF8String(String($0))) }) else {
      return nil
    }
    for flow in flows where words[0] == flow.scope.name {
      if let held = flow.held[action], held.connection == connection,
        held.subscription == subscription, held.deadline > fleet.clock()
      {
        return (flow.scope, held.delivery)
      }
    }
    return nil
  }

  func ended(_ delivery: FleetDelivery, _ scope: Fleet.Scope, _ fleet: Fleet) {
    guard let flow = flow(of: scope, delivery.group.string) else { return }
    if let held = flow.held[delivery.action], held.delivery == delivery {
      flow.drop(delivery.action)
      flow.noteWork(of: held.connection)
    }
    ask(flow, fleet)
  }

  /// When the first delivery may go to another, or a late subscriber gets some again; `.max` if
  /// never.
  var nextDeadline: UInt64 {
    let deadlines = flows.lazy.flatMap { $0.held.values.lazy.map(\.deadline) }.min() ?? .max
    return min(deadlines, flows.lazy.map(\.nextLateEnd).min() ?? .max)
  }

  /// Forgets deliveries that others may have now.
  func expire(now: UInt64, _ fleet: Fleet) {
    for flow in flows where flow.group != nil {
      let late = flow.held.filter { $0.value.deadline <= now }
      for (action, assignment) in late {
        flow.drop(action)
        flow.noteLate(assignment)
      }
      if late.isEmpty && !flow.endLateness(now: now) { continue }
      // An order that stayed open would claim at once what this daemon's subscriber has let pass.
      if !late.isEmpty, flow.askedSession != nil {
        end(flow, fleet)
        flow.askedSession = nil
      }
      ask(flow, fleet)
    }
  }
}
