import ButtonModel
import ButtonProtocol
import ButtonStore
import PluginChannel

/// Sends dirty buttons to their plugins' workers, lane by lane, and handles the answers.
///
/// A dirty button begins a round: it is queued for its style's lane, sent in a batch, continues in
/// its handler's lane, and is shown after the last lane has answered. The whole round sees one
/// state.
final class PluginScheduler {
  enum AnswerOutcome {
    /// The worker has violated the channel's protocol.
    case refused
    case taken
    /// No tick waits for the batch; nil if the plugin failed or there was nothing to answer.
    case aside(AnswerPass?)
  }

  let context: EngineContext
  let clock: TickClock
  let store: Store
  let lanes: LaneTable
  let buttons: ButtonTable
  let looks: LookBoard
  let traitSets: TraitSetTable
  let presses: ActivePresses
  let batches: BatchWriter
  let answers = AnswerReader()
  let feed: StateFeed
  let candidates: CandidateVersions
  /// The buttons to be drawn without plugins in the next tick.
  var builtInQueue: [ButtonSlot] = []
  /// The buttons of the open frame; the first `drawnCount` are drawn.
  private var drawing: [ButtonSlot] = []
  private var drawnCount = 0
  /// The buttons of which the open frame has yet to show whether they read lost keys.
  private var lostReaders = ReaderWalk()
  /// The buttons that the open frame hides and its publisher does not know of yet.
  private var hidden: [ButtonSlot] = []
  var queueScratch: [ButtonSlot] = []
  var itemScratch: [Lane.Item] = []

  init(
    _ context: EngineContext, lanes: LaneTable, buttons: ButtonTable, looks: LookBoard,
    presses: ActivePresses
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
    feed = StateFeed(context, lanes: lanes)
    candidates = CandidateVersions(
      lanes: lanes, buttons: buttons, traitSets: traitSets, batches: batches, answers: answers,
      feed: feed)
    buttons.willChange = { [unowned self] slot, record in beginEarly(slot, record) }
  }

  func hasWork(now: UInt64) -> Bool {
    !builtInQueue.isEmpty || !lostReaders.isEmpty || candidates.haveNew || lanes.haveWork(now: now)
  }

  /// Whether buttons of the open frame are yet to be drawn without plugins.
  var isDrawing: Bool { drawnCount < drawing.count }

  var areAwaited: Bool { lanes.areAwaited }

  func stopWaiting() { lanes.stopWaiting() }

  func retireIdleLanes() { lanes.retireIdle() }

  func dropLongStale(now: UInt64) { looks.dropLongStale(now: now) }

  var isIdle: Bool {
    clock.pending.total == 0 && builtInQueue.isEmpty && !lanes.areAsked
  }

  /// The end of the next grace period, or when the fallback replaces the next stale look.
  func nextDeadline(now: UInt64) -> UInt64? {
    var wake = looks.staleDeadline
    for lane in lanes.active where lane.isMissed && lane.graceEnds > now {
      wake = min(wake ?? .max, lane.graceEnds)
    }
    return wake
  }

  func tellOfCommit() {
    feed.tellOfCommit()
    candidates.tellOfCommit()
  }

  /// Queues the committed state for new workers, as far as they may read it.
  func sendInitialState() {
    for lane in lanes.active where lane.needsFullState {
      lane.needsFullState = false
      feed.tellAll(to: lane)
    }
  }

  func sendAll() {
    for lane in lanes.active where lane.hasBatch { sendBatches(lane) }
  }

  /// Whether buttons of the open frame still wait for their first lane, or to show what is lost.
  var isEnqueuing: Bool { store.isPassOpen || !lostReaders.isEmpty }

  /// Shows which buttons of the frame that opens read lost keys, and queues dirty ones for their
  /// first lanes, as many as a turn allows.
  func enqueueDirty() {
    let end = context.budget.work &+ context.settings.drawingAllowance
    while context.budget.work < end, !lostReaders.isEmpty {
      context.budget.work &+= WorkCost.step
      guard let slot = lostReaders.step(store), let record = buttons[slot] else { continue }
      context.budget.work &+= WorkCost.look
      looks.updateLost(slot, record)
    }
    while context.budget.work < end, let slot = store.nextDirty() {
      if let record = buttons[slot] { begin(slot, record) }
    }
  }

  /// Queues a button for its first lane as the commit of the open frame found it.
  private func begin(_ slot: ButtonSlot, _ record: ButtonRecord) {
    context.budget.work &+= WorkCost.round
    record.dirtiness.begin(tick: clock.frameNumber + 1, commit: clock.frame.commit)
    store.showsCommitted = true
    buttons.updateLatestState(record)
    if record.mayHide, updateHidden(record) { hidden.append(slot) }
    store.showsCommitted = false
    switch record.phase {
    case .settled:
      clock.addPending()
      record.unsettledSince = clock.tickNumber
      enqueue(slot, record, stage: 0)
    case .redefined: enqueue(slot, record, stage: 0)
    case .queued where record.stage == 0: record.takeLatestState()
    case .queued, .inFlight: record.repeatAfter(clock.tickNumber - 1)
    }
  }

  /// Begins a round early, as something changes that the open frame does not show.
  private func beginEarly(_ slot: ButtonSlot, _ record: ButtonRecord) {
    if store.takeEarly(slot) { begin(slot, record) }
  }

  /// Returns the buttons hidden from the open frame on, each once.
  func takeHidden() -> [ButtonSlot] {
    if hidden.isEmpty { return [] }
    defer { hidden = [] }
    return hidden
  }

  /// True if the button has become hidden.
  private func updateHidden(_ record: ButtonRecord) -> Bool {
    let wasHidden = record.isHidden
    record.isHidden = buttons.isHidden(record)
    if record.isHidden { record.wasHidden = true }
    return record.isHidden && !wasHidden
  }

  /// The first stage begins a round, which sees one state throughout.
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

  /// Redefined and removed buttons stay in a queue until they are the larger part of it.
  private func append(_ slot: ButtonSlot, toQueueOf lane: Lane) {
    lane.queue.append(slot)
    lanes.activate(lane)
    guard lane.queue.count > 2 * buttons.count + 1_024 else { return }
    var seen = Set<ButtonSlot>()
    lane.queue = lane.queue.filter { slot in
      waiting(slot, lane: lane) != nil && seen.insert(slot).inserted
    }
  }

  /// Takes the buttons to draw without plugins into the frame that opens.
  func beginDrawing() { swap(&drawing, &builtInQueue) }

  /// As many as a turn allows.
  func draw(now: UInt64) {
    if drawing.isEmpty { return }
    let end = context.budget.work &+ context.settings.drawingAllowance
    var queue: [ButtonSlot] = []
    swap(&queue, &drawing)
    while drawnCount < queue.count, context.budget.work < end {
      let slot = queue[drawnCount]
      drawnCount += 1
      if let record = buttons[slot] { draw(slot, record, now: now) }
    }
    if drawnCount == queue.count {
      queue.empty(keepingUpTo: 4_096)
      drawnCount = 0
    }
    drawing = queue
  }

  /// Has an open frame show a button as its commit found it, unless that needs a plugin.
  func drawEarly(_ slot: ButtonSlot, _ record: ButtonRecord, now: UInt64) {
    guard clock.frame.isOpen else { return }
    beginEarly(slot, record)
    if let stage = record.currentStage, !lanes[stage.lane].isGivenUp { return }
    draw(slot, record, now: now)
  }

  /// Draws the button without plugins, or without those that are down.
  private func draw(_ slot: ButtonSlot, _ record: ButtonRecord, now: UInt64) {
    guard record.phase == .queued else {
      if record.phase == .settled { showGivenUp(slot, record, now: now) }
      return
    }
    if let stage = record.currentStage {
      let lane = lanes[stage.lane]
      // It may be back since the frame began.
      if !lane.isGivenUp { return append(slot, toQueueOf: lane) }
      hold(slot, record, lane: lane, now: now)
    } else if record.isPoisoned, let stage = record.stages.first {
      hold(slot, record, lane: lanes[stage.lane], now: now)
    } else {
      record.staleSince = nil
      looks.setStatus(slot, record, record.problem.map { looks.status(of: $0) })
      finish(slot, record, revision: 0)
    }
  }

  /// Has the frame that opens show which buttons read keys that were lost or came back.
  func showLost(_ keys: [KeyID]) { lostReaders.add(keys, store) }

  /// Shows and settles a button after its last stage.
  func finish(_ slot: ButtonSlot, _ record: ButtonRecord, revision: UInt64) {
    record.resolves += 1
    context.statistics.resolves += 1
    if record.lost != nil || context.hasLost { looks.updateLost(slot, record) }
    looks.showLooks(slot, record, revision: revision)
    settleOrRepeat(slot, record)
  }

  private func settleOrRepeat(_ slot: ButtonSlot, _ record: ButtonRecord) {
    guard record.isDirtyAgain else { return settle(record) }
    clock.pending.add(record.dirtyAgainSince)
    clock.pending.remove(record.unsettledSince)
    clock.requestsMayBeReady = true
    record.unsettledSince = record.dirtyAgainSince
    record.isDirtyAgain = false
    enqueue(slot, record, stage: 0)
  }

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

/// Workers know keys by their ids, and an answer under way may name one.
extension PluginScheduler: KeyHolder {
  var keepsIDsForNow: Bool {
    !clock.isBetweenFrames || clock.pending.total > 0 || !candidates.isEmpty || !lostReaders.isEmpty
      || lanes.all.contains { !$0.outstanding.isEmpty }
  }

  func holds(_ key: KeyID) -> Bool { lanes.all.contains { $0.holds(key) } }

  func wereGivenBack(_ keys: [KeyID]) {
    feed.forgetAudiences()
    for lane in lanes.all { lane.free(keys) }
  }
}
