import ButtonModel
import ButtonProtocol
import ButtonStore

extension Engine {
  /// The turn of the loop is over: ends the tick whose lanes have answered or whose deadline has
  /// passed, begins one if something is to be done, and answers whoever waited for that.
  package func turnEnded(now: UInt64) {
    saidBytes = 0
    // Half of the allowance is for requests, half for what is sent without being asked.
    searchWork = settings.searchAllowance / 2
    defer { searchWork = 0 }
    dropLongStale(now: now)
    if hasGestures { expireGestures(now: now) }
    takeGroup(now: now)
    if frame.isOpen, !isAwaitingJournal, now >= frame.deadline || !isAwaitingLanes {
      endTick(now: now)
      serveBetweenFrames(now: now)
    }
    if !frame.isOpen {
      if hasWork(now: now), now >= frame.nextBegin(maximumFrameRate: settings.maximumFrameRate) {
        beginTick(now: now)
      }
      if !frame.isOpen { serveBetweenFrames(now: now) }
    }
    if hasGestures { sendGestures(now: now) }
    recycleKeys()
    wakeTime = nextWake(now: now)
  }

  private var isAwaitingLanes: Bool { lanes.indices.contains { lanes[$0].isAwaited } }

  private var hasGestures: Bool { lanes.indices.contains { !lanes[$0].gestures.isIdle } }

  /// True when nothing is on show that has not been published: the moment for everything that tells
  /// clients of looks outside of a frame.
  var isBetweenFrames: Bool { !frame.isOpen && serial == publishedSerial }

  /// True when a tick would do something.
  private func hasWork(now: UInt64) -> Bool {
    store.hasUncommittedWrites || store.dirtyCount > 0 || serial > publishedSerial
      || !builtInQueue.isEmpty || barriers.contains { $0.tick == nil }
      || pendingSnapshots.contains { $0.tick == nil }
      || trials.contains { !$0.isSent }
      || lanes.indices.contains { index in
        lanes[index].hasBatch || lanes[index].isHungry
          || (lanes[index].isMissed && now >= lanes[index].graceEnds)
      }
  }

  private func beginTick(now: UInt64) {
    statistics.ticks += 1
    tickNumber += 1
    frame.group = pendingGroup ?? 0
    commit()
    feedHungryLanes()
    sendTrials()
    frame.isOpen = true
    frame.began = now
    frame.deadline = now &+ settings.frameDeadline
    frame.revision = committedRevision
    for index in barriers.indices where barriers[index].tick == nil {
      barriers[index].tick = tickNumber
      barriers[index].commit = store.commitSequence
    }
    for index in pendingSnapshots.indices where pendingSnapshots[index].tick == nil {
      pendingSnapshots[index].tick = tickNumber
      progress += 1
    }
    enqueueDirty()
    giveUpOnLanes(now: now)
    for lane in lanes where lane.hasBatch { sendBatches(lane) }
    if !builtInQueue.isEmpty { resolveBuiltIn(now: now) }
    if !isAwaitingLanes, !isAwaitingJournal { endTick(now: now) }
  }

  private func endTick(now: UInt64) {
    frame.isOpen = false
    for lane in lanes { lane.isAwaited = false }
    deliverHeldLines()
    publish(now: now)
  }

  /// Everything that waits for a moment between two frames.
  private func serveBetweenFrames(now: UInt64) {
    guard isBetweenFrames else { return }
    publishHeldBack(now: now)
    catchUpLagging()
    searchWork = min(searchWork, settings.searchAllowance / 2)
    answerSnapshots(now: now)
    answerBarriers(now: now)
  }

  /// Makes what was written the values that lanes see, and marks who reads them.
  private func commit() {
    committedRevision = store.revision
    tickCommit = 0
    guard store.hasUncommittedWrites else { return }
    if store.commit() > 0 { tickCommit = store.commitSequence }
    for change in 0..<store.committedChangeCount {
      let key = store.committedChange(change)
      for lane in lanes where lane.isReady { feed(key, to: lane) }
      for trial in trials where trial.isSent { feed(key, to: trial.lane) }
    }
    publishState()
  }

  /// Has a lane told of a key that has changed, if its worker may read it; what it has been told of
  /// before it may.
  private func feed(_ key: KeyID, to lane: Lane) {
    if lane.foreignKeys.contains(key) { return }
    if lane.announcedKeys.contains(key) || covers(lane.reads, key) {
      lane.feed(key)
    } else {
      _ = lane.foreignKeys.insert(key)
    }
  }

  /// True when a worker that may read these keys is told of one: of the theme, or of the state that
  /// its manifest names.
  func covers(_ reads: [ReadPattern], _ key: KeyID) -> Bool {
    store.withName(of: key) { name in
      ThemeKey.isName(name) || reads.contains { $0.covers(stateKey: name) }
    }
  }

  /// Brings every dirty button to the lane that it passes first.
  private func enqueueDirty() {
    store.beginPass()
    while let slot = store.nextDirty() {
      guard let record = records[Int(slot.rawValue)] else { continue }
      record.dirtiness.begin(tick: tick + 1, commit: tickCommit)
      record.latestState = controlState(record)
      record.latestIsBusy = isOn(record.definition.isBusy)
      switch record.phase {
      case .settled:
        ledger.add(tickNumber)
        record.unsettledSince = tickNumber
        enqueue(slot, record, stage: 0)
      case .queued where record.stage == 0: record.takeLatestState()
      case .queued, .inFlight: record.repeatAfter(tickNumber - 1)
      }
    }
  }

  /// Puts a button that is unsettled into the queue of a stage's lane; at the first stage a round
  /// begins, all of which sees the same state.
  func enqueue(_ slot: ButtonSlot, _ record: ButtonRecord, stage: Int) {
    record.phase = .queued
    record.stage = stage
    if stage == 0 { record.takeLatestState() }
    if record.round.count > stage { record.round.removeLast(record.round.count - stage) }
    if let place = record.currentStage {
      let lane = lane(place.lane)
      if stage > 0 { lane.hasContinuation = true }
      append(slot, toQueueOf: lane)
    } else {
      builtInQueue.append(slot)
    }
  }

  /// A queue keeps buttons that were redefined or removed; when they are most of it, they go.
  private func append(_ slot: ButtonSlot, toQueueOf lane: Lane) {
    lane.queue.append(slot)
    guard lane.queue.count > 2 * slots.count + 1_024 else { return }
    var seen = Set<ButtonSlot>()
    lane.queue = lane.queue.filter { slot in
      waiting(slot, lane: lane) != nil && seen.insert(slot).inserted
    }
  }

  private func resolveBuiltIn(now: UInt64) {
    var queue: [ButtonSlot] = []
    swap(&queue, &queueScratch)
    swap(&queue, &builtInQueue)
    for slot in queue {
      guard let record = records[Int(slot.rawValue)], record.phase == .queued,
        record.currentStage == nil
      else { continue }
      if record.isPoisoned, let stage = record.stages.first {
        hold(slot, record, lane: lane(stage.lane), now: now)
      } else {
        record.staleSince = nil
        setStatus(slot, record, record.problem.map { status(of: $0) })
        finish(slot, record, revision: 0)
      }
    }
    queue.empty(keepingUpTo: 4_096)
    queueScratch = queue
  }

  /// Shows a button whose lanes are through, and settles it.
  func finish(_ slot: ButtonSlot, _ record: ButtonRecord, revision: UInt64) {
    record.resolves += 1
    statistics.resolves += 1
    showLooks(slot, record, revision: revision)
    settleOrRepeat(slot, record)
  }

  /// Settles a button; one that became dirty meanwhile starts again.
  private func settleOrRepeat(_ slot: ButtonSlot, _ record: ButtonRecord) {
    guard record.isDirtyAgain else { return settle(record) }
    ledger.add(record.dirtyAgainSince)
    ledger.remove(record.unsettledSince)
    progress += 1
    record.unsettledSince = record.dirtyAgainSince
    record.isDirtyAgain = false
    enqueue(slot, record, stage: 0)
  }

  /// Takes a button that is on its way off the ledger.
  func settle(_ record: ButtonRecord) {
    if record.phase != .settled {
      ledger.remove(record.unsettledSince)
      progress += 1
    }
    record.phase = .settled
    record.isDirtyAgain = false
    record.stage = 0
    if !record.round.isEmpty { record.round.removeAll() }
  }

  /// Gives back the numbers of keys that nobody uses, at a moment when no answer is on its way that
  /// could name them, and no worker knows them by their number.
  private func recycleKeys() {
    guard store.listedKeyCount > recycleThreshold, isBetweenFrames, ledger.total == 0,
      !store.hasUncommittedWrites, !subscriptions.hasStateStragglers,
      lanes.allSatisfy({ $0.outstanding.isEmpty }), trials.isEmpty
    else { return }
    store.recycleUnused { key in !lanes.contains { $0.knows(key) } }
    for lane in lanes { lane.foreignKeys = KeySet() }
    recycleThreshold = max(Engine.fewUnusedKeys, 2 * store.listedKeyCount)
  }

  /// The earliest moment at which a turn must end though nothing happened.
  private func nextWake(now: UInt64) -> UInt64? {
    if frame.isOpen, !isAwaitingJournal { return frame.deadline }
    var wake: UInt64?
    func consider(_ time: UInt64) { wake = min(wake ?? time, time) }
    if let due = groupWake { consider(due) }
    if frame.isOpen {
      if hasGestures, let due = gestureWake { consider(due) }
      return wake
    }
    if hasWork(now: now) {
      consider(max(now, frame.nextBegin(maximumFrameRate: settings.maximumFrameRate)))
    }
    if hasGestures, let due = gestureWake { consider(due) }
    if !isBetweenFrames { return wake }
    if !lagging.isEmpty || progress != progressAtSnapshots && !pendingSnapshots.isEmpty {
      consider(now)
    }
    for lane in lanes where lane.isMissed && lane.graceEnds > now {
      consider(lane.graceEnds)
    }
    for barrier in barriers { consider(barrier.deadline) }
    for snapshot in pendingSnapshots where !isBlocked(snapshot) { consider(snapshot.deadline) }
    if let due = subscriptions.nextDue { consider(due) }
    if let first = stale.first { consider(first.since &+ settings.staleDeadline) }
    return wake
  }
}
