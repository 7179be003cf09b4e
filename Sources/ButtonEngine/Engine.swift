import ButtonStore

/// Decides what happens next: events in, ``actions`` out.
///
/// Events are in the extensions; each goes to the part that owns what it changes. At the end of a turn of
/// the loop the engine begins or ends a tick. It touches no socket, no process and no clock; the time, in
/// nanoseconds of a monotonic clock, is passed in. Confined to one thread.
package final class Engine {
  let context: EngineContext
  let clock: TickClock
  let gate: DurabilityGate
  let state: StateWriter
  let states: StatePublisher
  let presses: PressController
  let plugins: PluginScheduler
  let frames: FramePublisher
  let definer: ButtonDefiner
  let snapshots: SnapshotQueue
  let waits: WaitList
  let gestures: GestureDispatcher

  /// An engine without state, buttons and lanes.
  package init(settings: EngineSettings = EngineSettings(), epoch: String) {
    context = EngineContext(settings: settings, epoch: epoch)
    clock = context.clock
    let lanes = LaneTable()
    let connections = ConnectionTable()
    let subscriptions = ButtonSubscriptions()
    let buttons = ButtonTable(context)
    gate = DurabilityGate(context, buttons: buttons)
    state = StateWriter(context, durability: gate)
    states = StatePublisher(context, connections: connections, durability: gate)
    let looks = LookBoard(context, lanes: lanes, buttons: buttons, subscriptions: subscriptions)
    presses = PressController(context, lanes: lanes, buttons: buttons, state: state)
    plugins = PluginScheduler(
      context, lanes: lanes, buttons: buttons, looks: looks, presses: presses)
    frames = FramePublisher(
      context, buttons: buttons, looks: looks, subscriptions: subscriptions,
      connections: connections)
    definer = ButtonDefiner(context, plugins: plugins, frames: frames, durability: gate)
    let explainer = Explainer(context, plugins: plugins)
    snapshots = SnapshotQueue(context, plugins: plugins, frames: frames, explainer: explainer)
    waits = WaitList(
      context, plugins: plugins, frames: frames, durability: gate, snapshots: snapshots)
    gestures = GestureDispatcher(
      context, plugins: plugins, durability: gate, waits: waits)
  }

  /// What must be done, in order; the caller empties the list.
  package var actions: [EngineAction] {
    _read { yield context.actions }
    _modify { yield &context.actions }
  }

  /// Exchanges what must be done for an empty list; false when there is nothing.
  package func takeActions(_ list: inout [EngineAction]) -> Bool {
    if context.actions.isEmpty { return false }
    swap(&list, &context.actions)
    return true
  }

  /// When ``turnEnded(now:)`` must be called at the latest; nil when nothing is due.
  package var wakeTime: UInt64? { clock.wakeTime }

  /// May change at any time, except the traits and the number of tombstones, which are read once.
  package var settings: EngineSettings {
    _read { yield context.settings }
    _modify { yield &context.settings }
  }

  /// A random text that names this life of the daemon.
  package var epoch: String { context.epoch }

  /// The number of the newest frame.
  package var tick: UInt64 { clock.frameNumber }

  /// What has been counted since the start.
  package var statistics: EngineStatistics {
    var statistics = context.statistics
    statistics.ticks = clock.tickNumber
    statistics.frames = clock.frameNumber
    return statistics
  }

  /// The number of buttons that have still to show what changed.
  package var unsettledCount: Int { clock.pending.total }

  /// True when every change so far is on show: nothing is dirty, on its way, or yet to be published.
  package var isSettled: Bool {
    clock.isBetweenFrames && !context.store.hasUncommittedWrites
      && context.store.dirtyCount == 0 && plugins.isIdle
  }

  // MARK: The tick

  /// The turn of the loop is over: ends the tick whose lanes have answered or whose deadline has passed,
  /// begins one if there is something to do, and answers requests that waited for that.
  package func turnEnded(now: UInt64) {
    context.budget.beginTurn()
    defer { context.budget.endTurn() }
    plugins.dropLongStale(now: now)
    gestures.expire(now: now)
    gate.takeGroup(now: now)
    if clock.frame.isOpen, !gate.holdsFrame,
      now >= clock.frame.deadline || !plugins.areAwaited
    {
      endTick(now: now)
      serveBetweenFrames(now: now)
    }
    if !clock.frame.isOpen {
      if hasWork(now: now), now >= nextBegin { beginTick(now: now) }
      if !clock.frame.isOpen { serveBetweenFrames(now: now) }
    }
    gestures.send(now: now)
    recycleKeys()
    plugins.retireIdleLanes()
    clock.wakeTime = nextWake(now: now)
  }

  /// Takes in everything that was changed, and asks the plugins what it means for their buttons.
  private func beginTick(now: UInt64) {
    clock.beginTick(
      now: now, deadline: now &+ context.settings.frameDeadline,
      group: gate.pendingGroup ?? 0)
    commit()
    plugins.sendInitialState()
    plugins.candidates.askNew()
    waits.tickBegan()
    snapshots.tickBegan()
    plugins.enqueueDirty()
    plugins.giveUpOnLanes(now: now)
    plugins.sendAll()
    plugins.resolveBuiltIn(now: now)
    if !plugins.areAwaited, !gate.holdsFrame { endTick(now: now) }
  }

  /// Makes what was written the values that plugins see, marks who reads them, and tells who watches them.
  private func commit() {
    clock.committedRevision = context.store.revision
    clock.frame.commit = 0
    guard context.store.hasUncommittedWrites else { return }
    if context.store.commit() > 0 { clock.frame.commit = context.store.commitSequence }
    plugins.tellOfCommit()
    states.publishCommit()
  }

  /// Publishes what the tick brought.
  private func endTick(now: UInt64) {
    clock.frame.isOpen = false
    plugins.stopWaiting()
    states.deliverHeld()
    frames.publish(now: now)
  }

  /// Does what waits for a moment between two frames.
  private func serveBetweenFrames(now: UInt64) {
    guard clock.isBetweenFrames else { return }
    frames.publishHeldBack(now: now)
    catchUpLagging()
    context.budget.reserveForRequests()
    snapshots.answer(now: now)
    waits.answer(now: now)
  }

  /// Brings connections whose sockets take bytes again up to date, a part of it in each turn.
  private func catchUpLagging() {
    let connections = frames.connections
    guard connections.hasLagging else { return }
    let list = connections.takeLagging()
    frames.beginCatchingUp()
    defer { frames.endCatchingUp() }
    for (index, connection) in list.enumerated() {
      if context.budget.isSpent { return connections.putBackLagging(list[index...]) }
      guard let entry = connections.endLagging(connection), !entry.isBlocked else { continue }
      frames.catchUp(connection, entry.buttons)
      // With something uncommitted, the commit brings them up to date.
      if context.store.hasUncommittedWrites { continue }
      for subscription in entry.state { states.catchUp(connection, subscription) }
    }
  }

  /// Gives back the numbers of unused keys.
  private func recycleKeys() {
    guard plugins.hasManyKeys, clock.isBetweenFrames, !states.hasStragglers else { return }
    plugins.recycleKeys()
  }

  // MARK: When

  /// Whether a tick would do something.
  private func hasWork(now: UInt64) -> Bool {
    context.store.hasUncommittedWrites || context.store.dirtyCount > 0
      || clock.serial > clock.publishedSerial || waits.awaitTick || snapshots.awaitTick
      || plugins.hasWork(now: now)
  }

  /// When the next tick may begin.
  private var nextBegin: UInt64 {
    clock.frame.nextBegin(maximumFrameRate: context.settings.maximumFrameRate)
  }

  /// The earliest moment at which a turn must end though nothing happened.
  private func nextWake(now: UInt64) -> UInt64? {
    if clock.frame.isOpen, !gate.holdsFrame { return clock.frame.deadline }
    var wake = gate.groupWake
    func consider(_ time: UInt64?) {
      if let time { wake = min(wake ?? time, time) }
    }
    consider(gestures.nextDeadline)
    if clock.frame.isOpen { return wake }
    if hasWork(now: now) { consider(max(now, nextBegin)) }
    if !clock.isBetweenFrames { return wake }
    if frames.isBehind || snapshots.mayBeReady { consider(now) }
    consider(plugins.nextDeadline(now: now))
    consider(waits.nextDeadline)
    consider(snapshots.nextDeadline)
    consider(frames.nextDue)
    return wake
  }
}
