import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

extension Engine {
  /// Notes a request for looks that is answered when these have settled; those behind `undrawnBehind`
  /// are drawn before.
  func enqueue(
    _ ticket: Ticket, _ kind: PendingSnapshot.Kind, _ set: Int,
    undrawnBehind id: UTF8String? = nil, now: UInt64
  ) {
    pendingSnapshots.append(
      PendingSnapshot(
        ticket: ticket, kind: kind, traitSet: set, undrawnBehind: id, tick: nil,
        deadline: now &+ settings.frameDeadline,
        startingDeadline: now &+ settings.startingDeadline))
  }

  /// Answers the requests for looks whose buttons have settled or whose time is up.
  func answerSnapshots(now: UInt64) {
    guard
      pendingSnapshots.contains(where: { $0.deadline <= now })
        || (!pendingSnapshots.isEmpty && progress != progressAtSnapshots)
    else { return }
    progressAtSnapshots = progress
    var ready: [PendingSnapshot] = []
    var waiting: [PendingSnapshot] = []
    var waits: [SnapshotWait.Question: SnapshotWait] = [:]
    var later: ArraySlice<PendingSnapshot> = []
    let end = work &+ Engine.workOfSnapshots
    for (index, var snapshot) in pendingSnapshots.enumerated() {
      if work >= end {
        // Those are the first in the next turn.
        later = pendingSnapshots[index...]
        progress += 1
        break
      }
      work &+= Engine.workOfLookup
      if let id = snapshot.undrawnBehind {
        drawMore(&snapshot, behind: id, now: now)
        waiting.append(snapshot)
      } else if !isBlocked(snapshot), isReady(&snapshot, &waits, now: now),
        !isProbeDue(snapshot) || canProbe(snapshot) || now >= snapshot.deadline
      {
        showMissing(snapshot.match, snapshot.traitSet)
        ready.append(snapshot)
      } else {
        waiting.append(snapshot)
      }
    }
    publish(now: now)
    var shares: [ConnectionID: (bytes: Int, work: Int)] = [:]
    pendingSnapshots.removeAll()
    var served: [PendingSnapshot] = []
    let latest = work &+ Engine.workOfSnapshots
    for (index, snapshot) in ready.enumerated() {
      let connection = snapshot.ticket.connection
      var share = shares[connection] ?? (0, 0)
      let isOver = hasSaidEnough || index > 0 && work >= latest
      if isOver || share.bytes > Engine.answerBytes || share.work > Engine.workOfSnapshots / 2 {
        // What one turn may bring a connection, or all, is full; whether it takes it is seen by the next.
        // Those who had none come first.
        if share.work > 0 { served.append(snapshot) } else { waiting.append(snapshot) }
        progress += 1
      } else {
        let before = work
        share.bytes += answer(snapshot)
        share.work += work &- before
        shares[connection] = share
      }
    }
    pendingSnapshots = later + waiting + served
  }

  /// A connection that has been answered so many bytes in a turn is answered more in the next.
  private static let answerBytes = 256 << 10
  /// What answers of one turn may cost, to find out which can be given, and again to give them.
  private static let workOfSnapshots = 600_000

  /// Draws more of what a request asks for in traits that were not in use. Once all is drawn the request
  /// waits for the plugins as if it came now.
  private func drawMore(_ snapshot: inout PendingSnapshot, behind id: UTF8String, now: UInt64) {
    snapshot.undrawnBehind = drawMissing(
      snapshot.match, snapshot.traitSet, after: id, allowance: searchAllowance)
    snapshot.tick = nil
    snapshot.deadline = now &+ settings.frameDeadline
    progress += 1
  }

  /// True when the connection does not take what it has been answered so far.
  func isBlocked(_ snapshot: PendingSnapshot) -> Bool {
    connections.isBlocked(snapshot.ticket.connection)
  }

  /// True when no button that is meant has still to show what the request's tick took in, or when it
  /// is time; that is later for those whose plugin is starting.
  private func isReady(
    _ snapshot: inout PendingSnapshot, _ waits: inout [SnapshotWait.Question: SnapshotWait],
    now: UInt64
  ) -> Bool {
    guard let tick = snapshot.tick else { return now >= snapshot.deadline }
    if now >= snapshot.startingDeadline { return true }
    guard let oldest = ledger.oldest, oldest <= tick else { return true }
    let question = SnapshotWait.Question(match: snapshot.match, tick: tick)
    let wait = waits[question] ?? self.wait(question)
    waits[question] = wait
    if wait == .none { return true }
    if now < snapshot.deadline { return false }
    if wait == .forStart { snapshot.deadline = snapshot.startingDeadline }
    return now >= snapshot.deadline
  }

  /// What buttons still have to show of what a tick took in; where the search for them costs too much, it
  /// counts as something.
  private func wait(_ question: SnapshotWait.Question) -> SnapshotWait {
    var wait = SnapshotWait.none
    let isAnyStarting = lanes.contains { $0.isStarting }
    let stop = forEachButton(
      question.match, allowance: allowance(for: question.match)
    ) { slot in
      guard let record = records[Int(slot.rawValue)], record.phase != .settled,
        record.unsettledSince <= question.tick
      else { return true }
      wait = .forAnswer
      guard isAnyStarting else { return false }
      guard let stage = record.currentStage, lane(stage.lane).isStarting else { return true }
      wait = .forStart
      return false
    }
    return wait == .none && stop != nil ? .forAnswer : wait
  }

  /// Buttons that have no look yet are drawn without their plugin, and say so: in all traits when it has
  /// answered for none, else in these alone. Those of a match that costs too much to search follow when
  /// they are drawn.
  private func showMissing(_ match: Match, _ traitSet: Int) {
    if ledger.total == 0, store.dirtyCount == 0 { return }
    guard let set = traitSets[traitSet] else { return }
    guard let slots = slots(matching: match, allowance: allowance(for: match)) else { return }
    for slot in slots where !set.looks.contains(slot) {
      guard let record = records[Int(slot.rawValue)] else { continue }
      if traitSets[0]?.looks.contains(slot) == true {
        showLook(slot, record, set, revision: 0, isDue: true)
      } else {
        if let stage = record.currentStage {
          setStatus(slot, record, status(ofLane: lane(stage.lane), record))
        }
        showLooks(slot, record, revision: 0)
      }
    }
  }

  /// Answers a request and returns how many bytes that took.
  private func answer(_ snapshot: PendingSnapshot) -> Int {
    let result: [UInt8]
    switch snapshot.kind {
    case .get(let request):
      result = getResult(request, snapshot.traitSet)
      actions.append(.answered(snapshot.ticket, .success(result)))
      releaseTraitSet(snapshot.traitSet, snapshot.ticket.connection)
    case .subscribe(let request): result = enter(request, snapshot)
    case .explain(let request): return explain(request, snapshot)
    }
    saidBytes += result.count
    chargePart(result.count)
    return result.count
  }

  private func getResult(_ request: GetRequest, _ traitSet: Int) -> [UInt8] {
    writer.removeAll(keepingCapacity: true)
    writer.beginObject()
    writer.member("epoch", epoch)
    writeMark()
    writer.key("buttons")
    writer.beginArray()
    let room = roomOfPart
    var count = 0
    var last: ButtonSlot?
    var isCut = false
    var isBeyondHorizon = false
    var next = forEachButton(
      request.match, after: request.after, allowance: searchAllowance
    ) { slot in
      if let horizon = request.horizon, let record = records[Int(slot.rawValue)],
        horizon < record.id
      {
        isBeyondHorizon = true
        return false
      }
      guard traitSets[traitSet]?.looks.contains(slot) == true else { return true }
      let start = writer.count
      if count < request.limit ?? .max {
        writeRecord(slot, traitSet)
        work &+= Engine.workOfRecord
        if writer.count <= room || count == 0 {
          count += 1
          last = slot
          return true
        }
        writer.truncate(to: start)
      }
      isCut = true
      return false
    }
    if isCut { next = last.flatMap { records[Int($0.rawValue)]?.id } }
    if isBeyondHorizon { next = request.horizon }
    writer.endArray()
    writer.member("next", ifPresent: next)
    writer.endObject()
    return [UInt8](writer.bytes)
  }

  /// Makes a connection a member of a subscription and answers with where it starts.
  private func enter(
    _ request: SubscribeRequest, _ snapshot: PendingSnapshot
  ) -> [UInt8] {
    let connection = snapshot.ticket.connection
    let place = subscriptions.place(
      of: request.spec, traitSet: snapshot.traitSet, cursor: publishedSerial)
    let isMember = connections[connection.rawValue]?.buttons.contains(place) == true
    if isMember {
      releaseTraitSet(snapshot.traitSet, connection)
    } else {
      clients.keep(Engine.bytes(of: request.spec), for: connection)
      connections[connection.rawValue, default: Connection()].buttons.append(place)
      subscriptions.buttons[place]?.join(connection)
    }
    let cursor = isMember ? nil : resumeCursor(request.since, snapshot.traitSet)
    return answerSubscribe(snapshot.ticket, place, from: cursor)
  }

  /// The serial from which a client can go on; nil when it needs a snapshot.
  private func resumeCursor(_ since: TickMark?, _ traitSet: Int) -> UInt64? {
    guard let since, since.epoch == epoch, since.tick <= tick else { return nil }
    if let forgotten = tombstones.forgottenTick, since.tick < forgotten { return nil }
    let looks = traitSets[traitSet]?.looks.serial(upTo: since.tick) ?? 0
    return max(looks, tombstones.serial(upTo: since.tick))
  }

  private func answerSubscribe(
    _ ticket: Ticket, _ place: Int, from cursor: UInt64?
  ) -> [UInt8] {
    guard let entry = subscriptions.buttons[place] else { return [] }
    let (changes, cut) = changes(
      entry.matcher, entry.traitSet, after: cursor ?? 0, goneAfter: cursor,
      for: cursor == nil ? .part : .group, within: boundOfPart)
    writer.removeAll(keepingCapacity: true)
    writer.beginObject()
    writer.member("subscription", entry.name)
    writer.member("epoch", epoch)
    writeMark()
    writer.member("snapshot", cursor == nil)
    let next = writeChanges(
      changes, from: 0, isCut: cut != nil, entry, heldUpTo: nil, room: roomOfPart)
    writer.endObject()
    let result = [UInt8](writer.bytes)
    actions.append(.answered(ticket, .success(result)))
    wasSent(
      SentPart(changes, cut: cut, upTo: next, isSnapshot: cursor == nil, line: nil),
      ticket.connection, place)
    return result
  }
}
