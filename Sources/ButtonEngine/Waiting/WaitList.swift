import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

/// The requests that are answered once their scope is published.
final class WaitList {
  private let context: EngineContext
  private let clock: TickClock
  private let store: Store
  private let lanes: LaneTable
  private let buttons: ButtonTable
  private let durability: DurabilityGate
  private let derived: DerivedKeys
  private let frames: FramePublisher
  private let connections: ConnectionTable
  private let snapshots: SnapshotQueue
  private var barriers: [Barrier] = []

  init(
    _ context: EngineContext, plugins: PluginScheduler, frames: FramePublisher,
    durability: DurabilityGate, derived: DerivedKeys, snapshots: SnapshotQueue
  ) {
    self.context = context
    clock = context.clock
    store = context.store
    lanes = plugins.lanes
    buttons = plugins.buttons
    self.durability = durability
    self.derived = derived
    self.frames = frames
    connections = frames.connections
    self.snapshots = snapshots
  }

  /// Whether a request waits for a tick to take in its scope.
  var awaitTick: Bool { barriers.contains { $0.tick == nil } }

  var nextDeadline: UInt64? { barriers.lazy.map(\.deadline).min() }

  func tickBegan() {
    for index in barriers.indices where barriers[index].tick == nil {
      barriers[index].tick = clock.tickNumber
      barriers[index].commit = store.commitSequence
    }
  }

  func drop(_ connection: ConnectionID) {
    barriers.removeAll { $0.ticket.connection == connection }
  }

  /// The group was not journaled: refuses its changes, and those behind it, that had to be durable.
  func refuseDurable(from group: UInt64) {
    barriers.removeAll { barrier in
      guard barrier.group >= group else { return false }
      context.answer(
        barrier.ticket, .failure(.notDurable(applied: true, revision: barrier.revision)))
      return true
    }
  }

  func sync(_ ticket: Ticket, timeout: UInt64, now: UInt64) {
    barriers.append(
      Barrier(
        ticket: ticket, tick: nil, deadline: now &+ timeout, revision: store.revision, result: nil,
        group: 0))
  }

  /// Answers with `result` at a milestone. A change that cannot be made durable is refused.
  func answer(
    _ ticket: Ticket, _ result: [UInt8], once milestone: Milestone, isChange: Bool = true
  ) {
    guard case .published(var scope, let now) = milestone else {
      if isChange { return durability.awaitDurable(ticket, result: result) }
      return context.answer(ticket, .success(result))
    }
    if !derived.isEmpty { scope.keys += derived.dependents(of: scope.keys) }
    barriers.append(
      Barrier(
        ticket: ticket, scope: scope, tick: nil,
        deadline: now &+ context.settings.publishedDeadline, revision: store.revision,
        result: result, group: isChange ? durability.awaitGroup() ?? 0 : 0))
  }

  /// Answers barriers that nothing blocks any more, or that have timed out.
  func answer(now: UInt64) {
    if barriers.isEmpty { return }
    let asked = snapshots.firstSerials()
    var oldest: [KeyID: Barrier.Blocker?] = [:]
    for index in barriers.indices {
      guard let tick = barriers[index].tick else { continue }
      barriers[index].blocker = blocker(to: barriers[index], tick: tick, &oldest)
    }
    barriers.removeAll { barrier in
      if barrier.tick != nil, barrier.blocker == nil,
        barrier.result != nil
          || asked[barrier.ticket.connection] ?? .max > barrier.ticket.serial
            && bringUpToDate(barrier.ticket.connection)
      {
        context.answer(barrier.ticket, .success(barrier.result ?? markResult()))
        return true
      }
      return false
    }
    expire(now: now)
  }

  /// Refuses barriers that have timed out, also while an open frame waits for the journal.
  func expire(now: UInt64) {
    barriers.removeAll { barrier in
      guard now >= barrier.deadline else { return false }
      context.answer(barrier.ticket, .failure(.timeout(revision: barrier.revision)))
      return true
    }
  }

  /// Sends a connection what a rate limit holds back; true if it then has every frame.
  private func bringUpToDate(_ connection: ConnectionID) -> Bool {
    guard let entry = connections[connection] else { return true }
    if entry.isBlocked { return false }
    for index in entry.buttons { frames.subscriptions.detach(connection, from: index) }
    frames.catchUp(connection, entry.buttons)
    return connections[connection]?.isLagging != true
  }

  private func markResult() -> [UInt8] {
    context.writer.removeAll(keepingCapacity: true)
    context.writer.beginObject()
    context.writer.member(.epoch, context.epoch)
    clock.writeMark(to: &context.writer)
    context.writer.endObject()
    return [UInt8](context.writer.bytes)
  }

  func scope(buttons ids: [UTF8String]) -> WaitScope {
    WaitScope(buttons: ids.compactMap { buttons.slot(of: $0) })
  }

  func scope(pressOf slot: ButtonSlot, performing definition: ButtonDefinition?) -> WaitScope {
    var names = definition?.action?.operations.map(\.change.key) ?? []
    if let key = definition?.togglesSelection { names.append(key) }
    if let key = definition?.menuSelection { names.append(key) }
    let keys = names.compactMap { name in name.bytes.withUnsafeBytes { store.key(named: $0) } }
    return WaitScope(keys: keys, buttons: [slot])
  }

  /// Nil if all that is published from now on shows the scope. `oldest` caches between barriers.
  private func blocker(
    to barrier: Barrier, tick: UInt64, _ oldest: inout [KeyID: Barrier.Blocker?]
  ) -> Barrier.Blocker? {
    guard let scope = barrier.scope else {
      return clock.pending.oldest.map { $0 <= tick ? .everything : nil } ?? nil
    }
    if clock.pending.total == 0 { return nil }
    if let known = barrier.blocker, isBlocking(known, tick) { return known }
    for slot in scope.buttons where isBlocking(.button(slot), tick) { return .button(slot) }
    for key in scope.keys where store.isInUse(key) {
      let reader = oldest[key] ?? oldestReader(of: key)
      oldest[key] = .some(reader)
      if let reader, isBlocking(reader, tick) { return reader }
    }
    return passUnderWay(of: scope, since: barrier.commit)
  }

  private func isBlocking(_ blocker: Barrier.Blocker, _ tick: UInt64) -> Bool {
    switch blocker {
    case .everything: return clock.pending.oldest.map { $0 <= tick } ?? false
    case .button(let slot):
      guard let record = buttons[slot] else { return false }
      return record.phase != .settled && !record.isHidden && record.unsettledSince <= tick
    case .pass(let lane, let sequence):
      return lanes[lane].outstanding.contains { $0.sequence == sequence }
    }
  }

  /// The one that has been unsettled for longest.
  private func oldestReader(of key: KeyID) -> Barrier.Blocker? {
    var oldest: (slot: ButtonSlot, since: UInt64)?
    store.forEachReader(of: key) { slot in
      guard let record = buttons[slot], record.phase != .settled, !record.isHidden,
        record.unsettledSince < oldest?.since ?? .max
      else { return }
      oldest = (slot, record.unsettledSince)
    }
    return oldest.map { .button($0.slot) }
  }

  /// A batch sent before a commit, which may have read a key as it was and would still be shown.
  private func passUnderWay(of scope: WaitScope, since commit: UInt64) -> Barrier.Blocker? {
    for lane in lanes.all {
      guard let chunk = lane.outstanding.first(where: { $0.commit < commit }) else {
        continue
      }
      if scope.keys.contains(where: { store.isInUse($0) && lane.covers($0, in: store) }) {
        return .pass(lane: lane.id, sequence: chunk.sequence)
      }
    }
    return roundUnderWay(of: scope, since: commit).map { .button($0) }
  }

  /// A button whose earlier lane read a key as it was, and whose later lane has yet to answer.
  private func roundUnderWay(of scope: WaitScope, since commit: UInt64) -> ButtonSlot? {
    func isConcerned(_ slot: ButtonSlot) -> Bool {
      guard let record = buttons[slot], record.stage > 0 else { return false }
      return record.round.contains { answer in
        answer.commit < commit && answer.keys.contains(where: scope.keys.contains)
      }
    }
    for lane in lanes.all {
      if let slot = lane.queue.first(where: isConcerned) { return slot }
      for chunk in lane.outstanding {
        if let item = chunk.items.first(where: { isConcerned($0.slot) }) { return item.slot }
      }
    }
    return nil
  }
}
