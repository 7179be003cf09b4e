import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

/// The requests for looks that wait until none of the looks is about to change.
final class SnapshotQueue {
  private let context: EngineContext
  private let budget: TurnBudget
  private let clock: TickClock
  private let store: Store
  private let lanes: LaneTable
  private let buttons: ButtonTable
  private let looks: LookBoard
  private let traitSets: TraitSetTable
  private let frames: FramePublisher
  private let subscriptions: ButtonSubscriptions
  private let connections: ConnectionTable
  let explainer: Explainer
  private var pending: [PendingSnapshot] = []

  init(
    _ context: EngineContext, plugins: PluginScheduler, frames: FramePublisher,
    explainer: Explainer
  ) {
    self.context = context
    budget = context.budget
    clock = context.clock
    store = context.store
    lanes = plugins.lanes
    buttons = plugins.buttons
    looks = plugins.looks
    traitSets = plugins.traitSets
    self.frames = frames
    subscriptions = frames.subscriptions
    connections = frames.connections
    self.explainer = explainer
  }

  func get(_ request: GetRequest, ticket: Ticket, now: UInt64) throws(EngineError) {
    let set = try acquire(request.traits, ticket)
    var request = request
    request.horizon = looks.drawMissing(
      request.match, set, after: request.after, limit: request.limit ?? .max,
      allowance: budget.searchAllowance)
    budget.work &+= request.match.nameCount &* WorkCost.name
    enqueue(ticket, .get(request), set, now: now)
  }

  func subscribe(
    _ request: SubscribeRequest, ticket: Ticket, now: UInt64
  ) throws(EngineError) {
    let set = try acquire(request.spec.traits, ticket)
    budget.work &+= request.spec.match.ids.count &* WorkCost.watchedName
    let rest = looks.drawMissing(
      request.spec.match, set, allowance: budget.searchAllowance)
    enqueue(ticket, .subscribe(request), set, undrawnBehind: rest, now: now)
  }

  func explain(
    _ request: ExplainRequest, ticket: Ticket, now: UInt64
  ) throws(EngineError) {
    guard buttons.slot(of: request.id) != nil else { throw .noButton(request.id) }
    let set = try acquire(request.traits, ticket)
    _ = looks.drawMissing(request.match, set)
    enqueue(ticket, .explain(request), set, now: now)
  }

  private func acquire(_ traits: Traits, _ ticket: Ticket) throws(EngineError) -> Int {
    try traitSets.acquire(
      traits, ticket.connection, definitionBytes: buttons.definitionBytes)
  }

  // MARK: The tick

  /// Whether a request waits for a tick to take in what was applied before it.
  var awaitTick: Bool { pending.contains { $0.tick == nil } }

  var mayBeReady: Bool { clock.requestsMayBeReady && !pending.isEmpty }

  /// When the next request is answered with the looks there are.
  var nextDeadline: UInt64? {
    pending.lazy.filter { !self.isBlocked($0) }.map(\.deadline).min()
  }

  /// It has taken in everything applied so far.
  func tickBegan() {
    for index in pending.indices where pending[index].tick == nil {
      pending[index].tick = clock.tickNumber
      clock.requestsMayBeReady = true
    }
  }

  /// The ticket serial of each connection's first unanswered request.
  func firstSerials() -> [ConnectionID: UInt64] {
    var first: [ConnectionID: UInt64] = [:]
    for ticket in pending.map(\.ticket) + explainer.asked {
      first[ticket.connection] = min(first[ticket.connection] ?? .max, ticket.serial)
    }
    return first
  }

  func drop(_ connection: ConnectionID) {
    for snapshot in pending where snapshot.ticket.connection == connection {
      traitSets.release(snapshot.traitSet, connection)
    }
    pending.removeAll { $0.ticket.connection == connection }
    explainer.dropQueries(askedBy: connection)
  }

  /// Looks of buttons after `undrawnBehind` are drawn first.
  private func enqueue(
    _ ticket: Ticket, _ kind: PendingSnapshot.Kind, _ set: Int,
    undrawnBehind id: UTF8String? = nil, now: UInt64
  ) {
    pending.append(
      PendingSnapshot(
        ticket: ticket, kind: kind, traitSet: set, undrawnBehind: id, tick: nil,
        deadline: now &+ context.settings.frameDeadline,
        startingDeadline: now &+ context.settings.startingDeadline))
  }

  /// Answers the requests whose buttons have settled or whose deadline has passed.
  func answer(now: UInt64) {
    guard
      pending.contains(where: { $0.deadline <= now })
        || (!pending.isEmpty && clock.requestsMayBeReady)
    else { return }
    clock.requestsMayBeReady = false
    var ready: [PendingSnapshot] = []
    var waiting: [PendingSnapshot] = []
    var waits: [SnapshotWait.Question: SnapshotWait] = [:]
    var later: ArraySlice<PendingSnapshot> = []
    let end = budget.work &+ WorkCost.snapshots
    for (index, var snapshot) in pending.enumerated() {
      if budget.work >= end {
        // The next turn begins with these.
        later = pending[index...]
        clock.requestsMayBeReady = true
        break
      }
      budget.work &+= WorkCost.lookup
      if let id = snapshot.undrawnBehind {
        drawMore(&snapshot, behind: id, now: now)
        waiting.append(snapshot)
      } else if !isBlocked(snapshot), isReady(&snapshot, &waits, now: now),
        !explainer.needsQuery(snapshot) || explainer.canQuery(snapshot) || now >= snapshot.deadline
      {
        showMissing(snapshot.match, snapshot.traitSet)
        ready.append(snapshot)
      } else {
        waiting.append(snapshot)
      }
    }
    frames.publish(now: now)
    var shares: [ConnectionID: (bytes: Int, work: Int)] = [:]
    pending.removeAll()
    var served: [PendingSnapshot] = []
    let latest = budget.work &+ WorkCost.snapshots
    for (index, snapshot) in ready.enumerated() {
      let connection = snapshot.ticket.connection
      var share = shares[connection] ?? (0, 0)
      let isOver = budget.isSpent || index > 0 && budget.work >= latest
      if isOver || share.bytes > SnapshotQueue.answerBytes || share.work > WorkCost.snapshots / 2 {
        // The share of this connection, or of all, is used up. Those without an answer come first
        // next.
        if share.work > 0 { served.append(snapshot) } else { waiting.append(snapshot) }
        clock.requestsMayBeReady = true
      } else {
        let before = budget.work
        share.bytes += answer(snapshot)
        share.work += budget.work &- before
        shares[connection] = share
      }
    }
    pending = later + waiting + served
  }

  /// After these a connection waits for the next turn.
  private static let answerBytes = 256 << 10

  /// Draws for new traits. When all is drawn, the request waits for plugins as if it had just come.
  private func drawMore(_ snapshot: inout PendingSnapshot, behind id: UTF8String, now: UInt64) {
    snapshot.undrawnBehind = looks.drawMissing(
      snapshot.match, snapshot.traitSet, after: id, allowance: budget.searchAllowance)
    snapshot.tick = nil
    snapshot.deadline = now &+ context.settings.frameDeadline
    clock.requestsMayBeReady = true
  }

  private func isBlocked(_ snapshot: PendingSnapshot) -> Bool {
    connections.isBlocked(snapshot.ticket.connection)
  }

  /// Whether every matching button shows the changes of the request's tick, or the deadline has
  /// passed, which is later for buttons whose plugin is starting.
  private func isReady(
    _ snapshot: inout PendingSnapshot, _ waits: inout [SnapshotWait.Question: SnapshotWait],
    now: UInt64
  ) -> Bool {
    guard let tick = snapshot.tick else { return now >= snapshot.deadline }
    if now >= snapshot.startingDeadline { return true }
    guard let oldest = clock.pending.oldest, oldest <= tick else { return true }
    let question = SnapshotWait.Question(match: snapshot.match, tick: tick)
    let wait = waits[question] ?? self.wait(question)
    waits[question] = wait
    if wait == .none { return true }
    if now < snapshot.deadline { return false }
    if wait == .forStart { snapshot.deadline = snapshot.startingDeadline }
    return now >= snapshot.deadline
  }

  /// What buttons have yet to show of a tick's changes. If a search costs too much, they wait.
  private func wait(_ question: SnapshotWait.Question) -> SnapshotWait {
    var wait = SnapshotWait.none
    let isAnyStarting = lanes.all.contains { $0.isStarting }
    let stop = buttons.forEachButton(
      question.match, allowance: buttons.allowance(for: question.match)
    ) { slot in
      guard let record = buttons[slot], record.phase != .settled, !record.isHidden,
        record.unsettledSince <= question.tick
      else { return true }
      wait = .forAnswer
      guard isAnyStarting else { return false }
      guard let stage = record.currentStage, lanes[stage.lane].isStarting else { return true }
      wait = .forStart
      return false
    }
    return wait == .none && stop != nil ? .forAnswer : wait
  }

  /// Draws buttons without a look and without their plugin, with a status: for all traits if the
  /// plugin has answered for none, otherwise for these only. Buttons of a match that costs too much
  /// to search follow when they are drawn.
  private func showMissing(_ match: Match, _ traitSet: Int) {
    if clock.pending.total == 0, store.dirtyCount == 0, !lanes.areAsked { return }
    guard let set = traitSets[traitSet] else { return }
    guard let slots = buttons.slots(matching: match, allowance: buttons.allowance(for: match))
    else { return }
    for slot in slots where !set.looks.contains(slot) {
      guard let record = buttons[slot], !record.isHidden else { continue }
      if traitSets[0]?.looks.contains(slot) == true {
        looks.showLook(slot, record, set, revision: 0, isDue: true)
      } else {
        if let stage = record.currentStage {
          looks.setStatus(slot, record, looks.status(of: lanes[stage.lane], record))
        }
        looks.showLooks(slot, record, revision: 0)
      }
    }
  }

  /// Returns the number of bytes.
  private func answer(_ snapshot: PendingSnapshot) -> Int {
    let result: [UInt8]
    switch snapshot.kind {
    case .get(let request):
      result = getResult(request, snapshot.traitSet)
      context.answer(snapshot.ticket, .success(result))
      traitSets.release(snapshot.traitSet, snapshot.ticket.connection)
    case .subscribe(let request): result = enter(request, snapshot)
    case .explain(let request): return explainer.answer(request, snapshot)
    }
    budget.bytesThisTurn += result.count
    budget.chargePart(result.count)
    return result.count
  }

  private func getResult(_ request: GetRequest, _ traitSet: Int) -> [UInt8] {
    context.writer.removeAll(keepingCapacity: true)
    context.writer.beginObject()
    context.writer.member(.epoch, context.epoch)
    clock.writeMark(to: &context.writer)
    context.writer.key(.buttons)
    context.writer.beginArray()
    let room = context.partRoom
    var count = 0
    var last: ButtonSlot?
    var isCut = false
    var isBeyondHorizon = false
    var next = buttons.forEachButton(
      request.match, after: request.after, allowance: budget.searchAllowance
    ) { slot in
      if let horizon = request.horizon, let record = buttons[slot],
        horizon < record.id
      {
        isBeyondHorizon = true
        return false
      }
      guard traitSets[traitSet]?.looks.contains(slot) == true else { return true }
      let start = context.writer.count
      if count < request.limit ?? .max {
        frames.writeRecord(slot, traitSet)
        budget.work &+= WorkCost.record
        if context.writer.count <= room || count == 0 {
          count += 1
          last = slot
          return true
        }
        context.writer.truncate(to: start)
      }
      isCut = true
      return false
    }
    if isCut { next = last.flatMap { buttons[$0]?.id } }
    if isBeyondHorizon { next = request.horizon }
    context.writer.endArray()
    context.writer.member(.next, ifPresent: next)
    context.writer.endObject()
    return [UInt8](context.writer.bytes)
  }

  /// Adds the connection to a subscription and answers with the subscription's start.
  private func enter(
    _ request: SubscribeRequest, _ snapshot: PendingSnapshot
  ) -> [UInt8] {
    let connection = snapshot.ticket.connection
    let subscription = subscriptions.index(
      of: request.spec, traitSet: snapshot.traitSet, cursor: clock.publishedSerial)
    let isMember = connections[connection]?.buttons.contains(subscription) == true
    if isMember {
      traitSets.release(snapshot.traitSet, connection)
    } else {
      context.clients.keep(ClientLedger.bytes(of: request.spec), for: connection)
      connections[connection, default: Connection()].buttons.append(subscription)
      subscriptions[subscription]?.join(connection)
    }
    let cursor = isMember ? nil : resumeCursor(request.since, snapshot.traitSet)
    return answerSubscribe(snapshot.ticket, subscription, from: cursor)
  }

  /// Nil if the client needs a snapshot.
  private func resumeCursor(_ since: TickMark?, _ traitSet: Int) -> UInt64? {
    guard let since, since.epoch == context.epoch, since.tick <= clock.frameNumber else {
      return nil
    }
    return frames.changes.serial(upTo: since.tick, traitSet: traitSet)
  }

  private func answerSubscribe(
    _ ticket: Ticket, _ subscription: Int, from cursor: UInt64?
  ) -> [UInt8] {
    guard let entry = subscriptions[subscription] else { return [] }
    let (found, cut) = frames.changes.changes(
      entry.matcher, entry.traitSet, after: cursor ?? 0, goneAfter: cursor,
      for: cursor == nil ? .part : .group, within: context.partBound)
    context.writer.removeAll(keepingCapacity: true)
    context.writer.beginObject()
    context.writer.member(.subscription, entry.name)
    context.writer.member(.epoch, context.epoch)
    clock.writeMark(to: &context.writer)
    context.writer.member(.snapshot, cursor == nil)
    let next = frames.writeChanges(
      found, from: 0, isCut: cut != nil, entry, heldUpTo: nil, room: context.partRoom)
    context.writer.endObject()
    let result = [UInt8](context.writer.bytes)
    context.answer(ticket, .success(result))
    frames.wasSent(
      SentPart(found, cut: cut, upTo: next, isSnapshot: cursor == nil, line: nil),
      ticket.connection, subscription)
    return result
  }
}
