import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

/// Sends subscribers each frame's looks. A client that falls behind later gets only the newest.
final class FramePublisher {
  let context: EngineContext
  private let budget: TurnBudget
  let clock: TickClock
  let buttons: ButtonTable
  let looks: LookBoard
  let traitSets: TraitSetTable
  let connections: ConnectionTable
  let subscriptions: ButtonSubscriptions
  let changes: ChangeFinder
  /// The size of the looks kept to make patches for rate-limited subscriptions.
  private(set) var sentLookBytes = 0
  /// Lines for clients that catch up in this turn; those that lack the same changes share one.
  private var catchUps: [CatchUp: SentPart] = [:]
  private var isCatchingUp = false
  /// Scratch for the changes of a frame.
  private var changeScratch: [LookChange] = []

  init(
    _ context: EngineContext, buttons: ButtonTable, looks: LookBoard,
    subscriptions: ButtonSubscriptions, connections: ConnectionTable
  ) {
    self.context = context
    budget = context.budget
    clock = context.clock
    self.buttons = buttons
    self.looks = looks
    traitSets = looks.traitSets
    self.subscriptions = subscriptions
    self.connections = connections
    changes = ChangeFinder(context, buttons: buttons, traitSets: looks.traitSets)
  }

  var isBehind: Bool { connections.hasLagging }

  /// When changes that a rate limit holds back may be sent.
  var nextDue: UInt64? { subscriptions.nextDue }

  /// Records, also for clients that resume, that a button was removed or hidden or left its group.
  func recordRemoval(of record: ButtonRecord) {
    let entry = Tombstones.Entry(
      id: record.id, group: record.group, serial: clock.nextSerial(), tick: clock.frameNumber + 1)
    changes.recordRemoval(entry)
    subscriptions.recordRemoval(entry, of: record, publishedSerial: clock.publishedSerial)
  }

  /// Takes hidden buttons from subscribers, as if they were removed.
  func hide(_ slots: [ButtonSlot]) {
    for slot in slots {
      guard let record = buttons[slot] else { continue }
      looks.forget(slot)
      recordRemoval(of: record)
    }
  }

  func leave(_ index: Int, _ connection: ConnectionID) {
    guard let entry = subscriptions[index] else { return }
    entry.leave(connection)
    traitSets.release(entry.traitSet, connection)
    context.clients.release(ClientLedger.bytes(of: entry.spec), for: connection)
    guard entry.members.isEmpty else { return }
    dropSentLooks(of: entry)
    subscriptions.remove(at: index)
  }

  /// Sends the looks that changed since the last frame, as one frame.
  func publish(now: UInt64) {
    if clock.serial == clock.publishedSerial { return }
    let before = clock.endFrame()
    subscriptions.takeTouched { publish($0, before: before, now: now) }
    looks.endFrame()
  }

  /// Sends the changes that rate limits permit now.
  func publishHeldBack(now: UInt64) {
    if !subscriptions.areHeldBack { return }
    for subscription in subscriptions.takeDue(now: now) {
      publish(subscription, before: clock.publishedSerial, now: now)
    }
  }

  /// Sends members the changes since their cursor; `before` is where the previous frame ended.
  private func publish(_ subscription: Int, before: UInt64, now: UInt64) {
    guard let entry = subscriptions[subscription], entry.cursor < clock.publishedSerial else {
      return
    }
    if now < entry.nextDue {
      subscriptions.holdBack(entry, at: subscription)
      if entry.spec.form == .delta { keepSentLooks(of: entry, after: before) }
      return
    }
    if budget.isSpent { return postpone(entry) }
    let cursor = entry.cursor
    let (receivers, stragglers) = partition(entry)
    var rest: SentPart?
    let isSent = !receivers.isEmpty && sendUpdate(entry, after: cursor, to: receivers, rest: &rest)
    entry.cursor = clock.publishedSerial
    entry.changes.removeAll()
    if !entry.sentLooks.isEmpty { dropSentLooks(of: entry) }
    if isSent, entry.minimumInterval > 0 { entry.nextDue = now &+ entry.minimumInterval }
    if let rest {
      for connection in receivers { wasSent(rest, connection, subscription) }
    }
    if stragglers.isEmpty { return }
    beginCatchingUp()
    for connection in stragglers { catchUp(connection, [subscription]) }
    endCatchingUp()
  }

  /// Splits members into those in step, which get the same lines, and those that must catch up one
  /// by one. A blocked member falls behind.
  private func partition(
    _ entry: ButtonSubscription
  ) -> (receivers: [ConnectionID], stragglers: [ConnectionID]) {
    let isInStep = entry.members.indices.allSatisfy { index in
      entry.members[index].cursor == nil
        && !connections.isBlocked(entry.members[index].connection)
    }
    if isInStep { return (entry.everybody, []) }
    var receivers: [ConnectionID] = []
    receivers.reserveCapacity(entry.members.count)
    var stragglers: [ConnectionID] = []
    for index in entry.members.indices {
      let member = entry.members[index]
      if connections.isBlocked(member.connection) {
        if member.cursor == nil { entry.members[index].cursor = entry.cursor }
      } else if member.cursor != nil {
        stragglers.append(member.connection)
      } else {
        receivers.append(member.connection)
      }
    }
    return (receivers, stragglers)
  }

  /// As far as the turn allows.
  func catchUp(_ connection: ConnectionID, _ indices: [Int]) {
    for index in indices {
      if budget.isSpent { return connections.lag(connection) }
      catchUp(connection, index)
    }
  }

  /// Until ``endCatchingUp()``, clients that lack the same changes share lines.
  func beginCatchingUp() { isCatchingUp = true }

  func endCatchingUp() {
    isCatchingUp = false
    if !catchUps.isEmpty { catchUps.removeAll() }
  }

  /// Sends a member that is not in step the newest looks since its cursor, at most one line.
  func catchUp(_ connection: ConnectionID, _ subscription: Int) {
    guard let entry = subscriptions[subscription],
      let member = entry.index(of: connection).map({ entry.members[$0] }),
      let cursor = member.cursor
    else { return }
    let part = CatchUp(
      subscription: subscription, cursor: cursor, slot: member.slot,
      goneAfter: max(cursor, member.snapshotSerial), isPartial: member.isPartial)
    let sent = catchUps[part] ?? prepare(part, entry)
    if isCatchingUp { catchUps[part] = sent }
    if let line = sent.line { context.actions.append(.deliver(line, to: [connection])) }
    wasSent(sent, connection, subscription)
  }

  private func prepare(_ part: CatchUp, _ entry: ButtonSubscription) -> SentPart {
    let isForgotten = changes.isForgotten(part.goneAfter)
    let (found, cut) = changes.changes(
      entry.matcher, entry.traitSet, after: isForgotten ? 0 : part.cursor,
      from: isForgotten ? nil : part.slot, goneAfter: isForgotten ? nil : part.goneAfter,
      for: part.isPartial ? .part : entry.holder, within: context.partBound)
    var next = 0
    var line: SharedLine?
    if !found.isEmpty || isForgotten || part.isPartial && cut == nil {
      line = updateLine(
        entry, found, from: &next, isCut: cut != nil, isSnapshot: isForgotten, heldUpTo: nil,
        room: context.partRoom)
      budget.chargePart(line?.bytes.count ?? 0)
    }
    return SentPart(found, cut: cut, upTo: next, isSnapshot: isForgotten, line: line)
  }

  /// Updates the cursor after a part was sent; if changes remain, the member stays behind.
  func wasSent(_ part: SentPart, _ connection: ConnectionID, _ subscription: Int) {
    guard let entry = subscriptions[subscription],
      let index = entry.index(of: connection)
    else { return }
    subscriptions.lift(entry, to: clock.publishedSerial)
    entry.members[index].isPartial = part.rest != nil
    if part.isSnapshot { entry.members[index].snapshotSerial = clock.publishedSerial }
    if let rest = part.rest {
      entry.members[index].cursor = rest.serial
      entry.members[index].slot = rest.slot
      connections.lag(connection)
    } else {
      let isInStep = entry.cursor == clock.publishedSerial
      entry.members[index].cursor = isInStep ? nil : clock.publishedSerial
    }
  }

  /// Sends the changes from a serial to the newest frame; false if there are none. Of a very long
  /// frame only the beginning is sent; the rest follows as clients read.
  private func sendUpdate(
    _ entry: ButtonSubscription, after cursor: UInt64, to receivers: [ConnectionID],
    rest: inout SentPart?
  ) -> Bool {
    let isForgotten = changes.isForgotten(cursor)
    var found: [LookChange] = []
    swap(&found, &changeScratch)
    defer {
      found.empty(keepingUpTo: 4_096)
      changeScratch = found
    }
    let cut = changes.appendChanges(
      entry, after: isForgotten ? 0 : cursor, goneAfter: isForgotten ? nil : cursor,
      within: SearchBound(work: budget.searchAllowance, bytes: .max), to: &found)
    if found.isEmpty, !isForgotten, cut == nil { return false }
    var next = 0
    var lines = 0
    repeat {
      let line = updateLine(
        entry, found, from: &next, isCut: cut != nil, isSnapshot: isForgotten && lines == 0,
        heldUpTo: isForgotten ? nil : cursor, room: context.partRoom)
      context.actions.append(.deliver(line, to: receivers))
      lines += 1
    } while next < found.count && lines < FramePublisher.partsAtOnce
    if next < found.count || cut != nil {
      rest = SentPart(found, cut: cut, upTo: next, isSnapshot: isForgotten, line: nil)
    }
    return true
  }

  /// How many lines of a frame are sent without waiting for clients to read: bounds the memory that
  /// a client that does not read takes.
  private static let partsAtOnce = 4

  /// Puts all members behind, to catch up later.
  private func postpone(_ entry: ButtonSubscription) {
    for index in entry.members.indices {
      if entry.members[index].cursor == nil { entry.members[index].cursor = entry.cursor }
      connections.lag(entry.members[index].connection)
    }
    entry.cursor = clock.publishedSerial
    entry.changes.removeAll()
    if !entry.sentLooks.isEmpty { dropSentLooks(of: entry) }
  }

  /// Keeps what members in step hold of a held-back frame's buttons, to make patches from later.
  private func keepSentLooks(of entry: ButtonSubscription, after before: UInt64) {
    for slot in changes.changedButtons(of: entry, after: before) {
      guard entry.sentLooks[slot] == nil, let record = buttons[slot] else {
        continue
      }
      let appearance = traitSets[entry.traitSet]?.looks.withOrigin(
        of: slot, tick: clock.frameNumber, upTo: entry.cursor
      ) { [UInt8]($0) }
      guard let appearance else { continue }
      let bytes = appearance.count + FramePublisher.sentLookBytes
      // Without a kept look, members are sent the whole look instead of a patch.
      guard sentLookBytes + bytes <= FramePublisher.maximumSentLookBytes else { return }
      sentLookBytes += bytes
      entry.sentLookBytes += bytes
      entry.sentLooks[slot] = ButtonSubscription.SentLook(
        generation: record.generation, appearance: appearance)
    }
  }

  func dropSentLooks(of entry: ButtonSubscription) {
    sentLookBytes -= entry.sentLookBytes
    entry.sentLookBytes = 0
    entry.sentLooks = [:]
  }

  /// The limit for all subscriptions together.
  private static let maximumSentLookBytes = 16 << 20
  /// The cost of a kept look besides its appearance.
  private static let sentLookBytes = 96
}
