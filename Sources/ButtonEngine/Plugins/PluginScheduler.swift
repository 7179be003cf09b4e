import ButtonModel
import ButtonProtocol
import ButtonStore
import PluginChannel

/// Sends dirty buttons to their plugins' workers, lane by lane, and handles the answers.
///
/// A dirty button begins a round: it is queued for its style's lane, sent in a batch, continues in
/// its handler's lane, and is shown after the last lane has answered. A whole round sees the same
/// state.
final class PluginScheduler {
  /// The outcome of an answer.
  enum AnswerOutcome {
    /// The worker has violated the protocol of the channel.
    case refused
    case taken
    /// The answer belongs to a batch that no tick waits for; nil if the plugin failed or there was
    /// nothing to answer.
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
  /// The plugin versions on trial.
  let candidates: CandidateVersions
  /// Buttons that the daemon draws without plugins in the next tick.
  var builtInQueue: [ButtonSlot] = []
  /// Those of the open frame, of which the first `drawnCount` are drawn.
  private var drawing: [ButtonSlot] = []
  private var drawnCount = 0
  /// The buttons of which the open frame has still to show whether they read lost keys.
  private var lostReaders = ReaderWalk()
  /// Buttons that the open frame hides, and that its publisher was not told of yet.
  private var hidden: [ButtonSlot] = []
  /// Scratch memory for walking a queue.
  var queueScratch: [ButtonSlot] = []
  /// Scratch memory for the items of a batch.
  var itemScratch: [Lane.Item] = []

  /// Creates a scheduler without lanes.
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

  /// Whether a tick would do something for a plugin or a button.
  func hasWork(now: UInt64) -> Bool {
    !builtInQueue.isEmpty || !lostReaders.isEmpty || candidates.haveNew || lanes.haveWork(now: now)
  }

  /// Whether buttons of the open frame are still to be drawn without plugins.
  var isDrawing: Bool { drawnCount < drawing.count }

  /// Whether the current frame waits for any lane.
  var areAwaited: Bool { lanes.areAwaited }

  /// Stops waiting for the lanes that have not answered, so that the frame can be published.
  func stopWaiting() { lanes.stopWaiting() }

  /// Removes idle lanes from the active ones.
  func retireIdleLanes() { lanes.retireIdle() }

  /// Replaces looks that have been stale for too long with the fallback.
  func dropLongStale(now: UInt64) { looks.dropLongStale(now: now) }

  /// Whether every button is settled.
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

  /// Notes the keys that a commit has changed for the workers that may read them.
  func tellOfCommit() {
    feed.tellOfCommit()
    candidates.tellOfCommit()
  }

  /// Queues the whole committed state for new workers, as far as they may read it.
  func sendInitialState() {
    for lane in lanes.active where lane.needsFullState {
      lane.needsFullState = false
      feed.tellAll(to: lane)
    }
  }

  /// Sends the queued buttons of every lane that can take a batch.
  func sendAll() {
    for lane in lanes.active where lane.hasBatch { sendBatches(lane) }
  }

  /// Whether buttons of the open frame still wait for their first lane, or to show what is lost.
  var isEnqueuing: Bool { store.isPassOpen || !lostReaders.isEmpty }

  /// Shows which buttons of the frame that opens read lost keys, and queues dirty ones for their first lanes,
  /// as many as a turn allows.
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

  /// Begins a round before its turn, as something of the button changes that the open frame does not show.
  private func beginEarly(_ slot: ButtonSlot, _ record: ButtonRecord) {
    if store.takeEarly(slot) { begin(slot, record) }
  }

  /// Returns the buttons that are hidden from the open frame on, each once.
  func takeHidden() -> [ButtonSlot] {
    if hidden.isEmpty { return [] }
    defer { hidden = [] }
    return hidden
  }

  /// Updates whether a button is hidden; true if it has become so.
  private func updateHidden(_ record: ButtonRecord) -> Bool {
    let wasHidden = record.isHidden
    record.isHidden = buttons.isHidden(record)
    if record.isHidden { record.wasHidden = true }
    return record.isHidden && !wasHidden
  }

  /// Queues an unsettled button for the lane of a stage. The first stage begins a round, which sees
  /// one state throughout.
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

  /// Takes the queued buttons without a route into the frame that opens.
  func beginDrawing() { swap(&drawing, &builtInQueue) }

  /// Draws buttons of the open frame, as many as a turn allows.
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

  /// Has the open frame, if there is one, show a button as its commit found it, where that needs no plugin.
  func drawEarly(_ slot: ButtonSlot, _ record: ButtonRecord, now: UInt64) {
    guard clock.frame.isOpen else { return }
    beginEarly(slot, record)
    if let stage = record.currentStage, !lanes[stage.lane].isGivenUp { return }
    draw(slot, record, now: now)
  }

  /// Draws a button that is to be drawn without plugins, or without those that are down.
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

  /// Has the frame that opens show which buttons read keys that its commit has lost or brought back.
  func showLost(_ keys: [KeyID]) { lostReaders.add(keys, store) }

  /// Shows and settles a button after its last stage.
  func finish(_ slot: ButtonSlot, _ record: ButtonRecord, revision: UInt64) {
    record.resolves += 1
    context.statistics.resolves += 1
    if record.lost != nil || context.hasLost { looks.updateLost(slot, record) }
    looks.showLooks(slot, record, revision: revision)
    settleOrRepeat(slot, record)
  }

  /// Settles a button, or begins another round if it became dirty meanwhile.
  private func settleOrRepeat(_ slot: ButtonSlot, _ record: ButtonRecord) {
    guard record.isDirtyAgain else { return settle(record) }
    clock.pending.add(record.dirtyAgainSince)
    clock.pending.remove(record.unsettledSince)
    clock.requestsMayBeReady = true
    record.unsettledSince = record.dirtyAgainSince
    record.isDirtyAgain = false
    enqueue(slot, record, stage: 0)
  }

  /// Marks a button as settled.
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

  func holds(_ key: KeyID) -> Bool { lanes.all.contains { $0.knows(key) } }

  func idsWereGivenBack() { feed.forgetAudiences() }
}
