import ButtonModel
import ButtonProtocol
import ButtonStore
import PluginChannel

/// Brings dirty buttons to their plugins' workers, lane by lane, and takes what they answer.
///
/// A button that becomes dirty begins a round: it waits in the queue of its style's lane, goes out in a
/// batch, continues in the lane of its handler, and is shown when the last lane has answered. All of a
/// round sees the same state.
final class PluginScheduler {
  /// What became of an answer.
  enum AnswerOutcome {
    /// The worker broke the rules of the channel.
    case refused
    case taken
    /// It answered a batch that no tick waits for; nil when the plugin failed or nothing was asked.
    case aside(AnswerPass?)
  }

  let context: EngineContext
  let clock: TickClock
  let store: Store
  let lanes: LaneTable
  let buttons: ButtonTable
  let looks: LookBoard
  let traitSets: TraitSetTable
  let presses: PressController
  let batches: BatchWriter
  let answers = AnswerReader()
  let feed: StateFeed
  /// Newer versions of plugins on trial.
  let candidates: CandidateVersions
  /// Buttons that the daemon resolves itself in the next tick.
  private var builtInQueue: [ButtonSlot] = []
  /// Memory for a queue while it is gone through.
  var queueScratch: [ButtonSlot] = []
  /// Memory for the items of a batch, from the last one that was answered.
  var itemScratch: [Lane.Item] = []

  /// With more keys than this, it is worth giving unused ones back.
  private var recycleThreshold = PluginScheduler.fewKeys
  private static let fewKeys = 4_096

  /// A scheduler without lanes.
  init(
    _ context: EngineContext, lanes: LaneTable, buttons: ButtonTable, looks: LookBoard,
    presses: PressController
  ) {
    self.context = context
    clock = context.clock
    store = context.store
    self.lanes = lanes
    self.buttons = buttons
    self.looks = looks
    traitSets = looks.traitSets
    self.presses = presses
    batches = BatchWriter(context, lanes: lanes, traitSets: looks.traitSets)
    feed = StateFeed(context)
    candidates = CandidateVersions(
      lanes: lanes, buttons: buttons, traitSets: traitSets, batches: batches, answers: answers,
      feed: feed)
  }

  /// Whether a tick would do something for a plugin or a button.
  func hasWork(now: UInt64) -> Bool {
    !builtInQueue.isEmpty || candidates.haveNew || lanes.haveWork(now: now)
  }

  /// Whether the present frame waits for a lane.
  var areAwaited: Bool { lanes.areAwaited }

  /// The frame goes without the lanes that have not answered.
  func stopWaiting() { lanes.stopWaiting() }

  /// Forgets the lanes for which a tick has nothing to do.
  func retireIdleLanes() { lanes.retireIdle() }

  /// Looks that have been stale for too long give way to the fallback.
  func dropLongStale(now: UInt64) { looks.dropLongStale(now: now) }

  /// Whether every button shows what the committed state makes of it.
  var isIdle: Bool { clock.pending.total == 0 && builtInQueue.isEmpty }

  /// When buttons stop waiting in silence for a worker that is down, or a stale look gives way to the
  /// fallback.
  func nextDeadline(now: UInt64) -> UInt64? {
    var wake = looks.staleDeadline
    for lane in lanes.active where lane.isMissed && lane.graceEnds > now {
      wake = min(wake ?? .max, lane.graceEnds)
    }
    return wake
  }

  /// Tells workers of the keys that a commit has changed.
  func tellOfCommit() {
    for change in 0..<store.committedChangeCount {
      let key = store.committedChange(change)
      for lane in lanes.all where lane.isReady { feed.tell(key, to: lane) }
      candidates.tell(key)
    }
  }

  /// Has new workers told of the whole state that they may read, as it is committed.
  func sendInitialState() {
    for lane in lanes.active where lane.needsFullState {
      lane.needsFullState = false
      feed.tellAll(to: lane)
    }
  }

  /// Sends every lane that is free what waits for it.
  func sendAll() {
    for lane in lanes.active where lane.hasBatch { sendBatches(lane) }
  }

  /// Whether there are so many keys that looking for unused ones is worthwhile.
  var hasManyKeys: Bool { store.listedKeyCount > recycleThreshold }

  /// Gives back the numbers of unused keys, unless an answer on its way could name them or a worker knows
  /// them.
  func recycleKeys() {
    guard clock.pending.total == 0, !store.hasUncommittedWrites, candidates.isEmpty,
      lanes.all.allSatisfy({ $0.outstanding.isEmpty })
    else { return }
    store.recycleUnused { key in !lanes.all.contains { $0.knows(key) } }
    for lane in lanes.all { lane.foreignKeys = KeySet() }
    recycleThreshold = max(PluginScheduler.fewKeys, 2 * store.listedKeyCount)
  }

  /// Brings every dirty button to the lane that it passes first.
  func enqueueDirty() {
    store.beginPass()
    while let slot = store.nextDirty() {
      guard let record = buttons[slot] else { continue }
      record.dirtiness.begin(tick: clock.frameNumber + 1, commit: clock.frame.commit)
      buttons.updateLatestState(record)
      switch record.phase {
      case .settled:
        clock.addPending()
        record.unsettledSince = clock.tickNumber
        enqueue(slot, record, stage: 0)
      case .queued where record.stage == 0: record.takeLatestState()
      case .queued, .inFlight: record.repeatAfter(clock.tickNumber - 1)
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
    if let next = record.currentStage {
      let lane = lanes[next.lane]
      if stage > 0 { lane.hasContinuation = true }
      append(slot, toQueueOf: lane)
    } else {
      builtInQueue.append(slot)
    }
  }

  /// A queue keeps buttons that were redefined or removed; when they are most of it, they go.
  private func append(_ slot: ButtonSlot, toQueueOf lane: Lane) {
    lane.queue.append(slot)
    lanes.activate(lane)
    guard lane.queue.count > 2 * buttons.count + 1_024 else { return }
    var seen = Set<ButtonSlot>()
    lane.queue = lane.queue.filter { slot in
      waiting(slot, lane: lane) != nil && seen.insert(slot).inserted
    }
  }

  /// Resolves the buttons that pass no lane.
  func resolveBuiltIn(now: UInt64) {
    if builtInQueue.isEmpty { return }
    var queue: [ButtonSlot] = []
    swap(&queue, &queueScratch)
    swap(&queue, &builtInQueue)
    for slot in queue {
      guard let record = buttons[slot], record.phase == .queued,
        record.currentStage == nil
      else { continue }
      if record.isPoisoned, let stage = record.stages.first {
        hold(slot, record, lane: lanes[stage.lane], now: now)
      } else {
        record.staleSince = nil
        looks.setStatus(slot, record, record.problem.map { looks.status(of: $0) })
        finish(slot, record, revision: 0)
      }
    }
    queue.empty(keepingUpTo: 4_096)
    queueScratch = queue
  }

  /// Shows a button whose lanes are through, and settles it.
  func finish(_ slot: ButtonSlot, _ record: ButtonRecord, revision: UInt64) {
    record.resolves += 1
    context.statistics.resolves += 1
    looks.showLooks(slot, record, revision: revision)
    settleOrRepeat(slot, record)
  }

  /// Settles a button; one that became dirty meanwhile starts again.
  private func settleOrRepeat(_ slot: ButtonSlot, _ record: ButtonRecord) {
    guard record.isDirtyAgain else { return settle(record) }
    clock.pending.add(record.dirtyAgainSince)
    clock.pending.remove(record.unsettledSince)
    clock.requestsMayBeReady = true
    record.unsettledSince = record.dirtyAgainSince
    record.isDirtyAgain = false
    enqueue(slot, record, stage: 0)
  }

  /// Notes that a button shows what the committed state makes of it.
  func settle(_ record: ButtonRecord) {
    if record.phase != .settled {
      clock.pending.remove(record.unsettledSince)
      clock.requestsMayBeReady = true
    }
    record.phase = .settled
    record.isDirtyAgain = false
    record.stage = 0
    if !record.round.isEmpty { record.round.removeAll() }
  }
}
