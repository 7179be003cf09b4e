import ButtonModel
import ButtonProtocol
import ButtonStore

extension Engine {
  /// The turn of the loop is over: begins a tick if something is dirty, ends one whose lanes have
  /// answered or whose deadline has passed, and answers whoever waited for that.
  package func turnEnded(now: UInt64) {
    if frame.isOpen, now >= frame.deadline || !lanes.contains(where: \.isAwaited) {
      endTick(now: now)
    }
    if !frame.isOpen, hasWork(now: now), now >= frame.nextBegin(maximumFrameRate: rate) {
      beginTick(now: now)
    }
    if !frame.isOpen { publish(now: now) }
    giveUpOnLanes(now: now)
    answerSnapshots(now: now)
    answerBarriers(now: now)
    wakeTime = nextWake(now: now)
  }

  private var rate: Double { settings.maximumFrameRate }

  /// True when a tick would do something.
  private func hasWork(now: UInt64) -> Bool {
    store.hasUncommittedWrites || store.dirtyCount > 0
      || barriers.contains { $0.commit == nil }
      || lanes.contains { $0.canTakeBatch && !$0.queue.isEmpty }
  }

  private func beginTick(now: UInt64) {
    statistics.ticks += 1
    commit()
    committedRevision = store.revision
    enqueueDirty()
    for index in barriers.indices where barriers[index].commit == nil {
      barriers[index].commit = store.commitSequence
    }
    frame.isOpen = true
    frame.isFirst = false
    frame.began = now
    frame.deadline = now + settings.frameDeadline
    frame.revision = committedRevision
    for lane in lanes.indices where lanes[lane].canTakeBatch && !lanes[lane].queue.isEmpty {
      sendBatches(lane)
    }
    resolveBuiltIn()
    if !lanes.contains(where: \.isAwaited) { endTick(now: now) }
  }

  private func endTick(now: UInt64) {
    frame.isOpen = false
    for lane in lanes.indices { lanes[lane].isAwaited = false }
    publish(now: now)
  }

  /// Makes what was written the values that lanes see, and marks who reads them.
  func commit() {
    guard store.hasUncommittedWrites else { return }
    committedRevision = store.revision
    guard store.commit() > 0 else { return }
    for change in 0..<store.committedChangeCount {
      let key = store.committedChange(change)
      for lane in lanes.indices where covers(lane, key) { lanes[lane].feed(key) }
    }
    publishState()
  }

  func covers(_ lane: Int, _ key: KeyID) -> Bool {
    store.withName(of: key) { name in
      lanes[lane].reads.contains { $0.covers(stateKey: name) }
    }
  }

  /// Brings every dirty button to the lane that it passes first.
  private func enqueueDirty() {
    store.beginPass()
    while let slot = store.nextDirty() {
      guard let record = records[Int(slot.rawValue)] else { continue }
      switch record.phase {
      case .settled:
        ledger.add(store.commitSequence)
        record.unsettledSince = store.commitSequence
        enqueue(slot, record, stage: 0)
      case .queued, .inFlight:
        if record.isDirtyAgain { continue }
        record.isDirtyAgain = true
        record.dirtyAgainSince = store.commitSequence
      }
    }
  }

  /// Puts a button that is unsettled into the queue of a stage's lane.
  func enqueue(_ slot: ButtonSlot, _ record: ButtonRecord, stage: Int) {
    record.phase = .queued
    record.stage = UInt8(stage)
    if stage == 0 { record.round.removeAll() }
    if let stage = record.currentStage {
      lanes[lane(stage.lane)].queue.append(slot)
    } else {
      builtInQueue.append(slot)
    }
  }

  private func resolveBuiltIn() {
    var index = 0
    while index < builtInQueue.count {
      let slot = builtInQueue[index]
      index += 1
      guard let record = records[Int(slot.rawValue)], record.phase == .queued,
        record.currentStage == nil
      else { continue }
      finish(slot, record, lateRevision: 0)
    }
    builtInQueue.removeAll(keepingCapacity: true)
  }

  /// Shows a button whose lanes are through, and settles it.
  func finish(_ slot: ButtonSlot, _ record: ButtonRecord, lateRevision: UInt64) {
    record.resolves += 1
    statistics.resolves += 1
    showLooks(slot, record, lateRevision: lateRevision)
    settleOrRepeat(slot, record)
  }

  /// Settles a button; one that became dirty meanwhile starts again.
  func settleOrRepeat(_ slot: ButtonSlot, _ record: ButtonRecord) {
    if record.isDirtyAgain {
      ledger.add(record.dirtyAgainSince)
      ledger.remove(record.unsettledSince)
      record.unsettledSince = record.dirtyAgainSince
      record.isDirtyAgain = false
      enqueue(slot, record, stage: 0)
    } else {
      settle(record)
    }
  }

  /// Takes a button that is on its way off the ledger.
  func settle(_ record: ButtonRecord) {
    if record.phase != .settled { ledger.remove(record.unsettledSince) }
    record.phase = .settled
    record.isDirtyAgain = false
    record.stage = 0
    if !record.round.isEmpty { record.round.removeAll() }
  }

  /// The earliest moment at which a turn must end though nothing happened.
  private func nextWake(now: UInt64) -> UInt64? {
    var wake: UInt64?
    func consider(_ time: UInt64) { wake = min(wake ?? time, time) }
    if frame.isOpen {
      consider(frame.deadline)
    } else if hasWork(now: now) {
      consider(max(now, frame.nextBegin(maximumFrameRate: rate)))
    }
    for lane in lanes where !lane.isReady && !lane.queue.isEmpty { consider(lane.graceEnds) }
    for barrier in barriers { consider(barrier.deadline) }
    for snapshot in pendingSnapshots { consider(snapshot.deadline) }
    if let due = subscriptions.nextDue { consider(due) }
    return wake
  }
}
