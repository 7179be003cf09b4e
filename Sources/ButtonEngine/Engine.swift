import ButtonStore

/// The daemon's core: takes events and produces ``actions``. Confined to one thread.
///
/// The extensions have a method for each event, which passes it to the part that owns the data. At
/// the end of a turn of the event loop the engine begins or ends a tick. It uses no sockets,
/// processes or clocks: time is passed in, in nanoseconds of a monotonic clock.
package final class Engine {
  let context: EngineContext
  let gate: DurabilityGate
  let committer: Committer
  let state: StateWriter
  let states: StatePublisher
  let activePresses: ActivePresses
  let presses: PressController
  let hovers: HoverController
  let plugins: PluginScheduler
  let frames: FramePublisher
  let definers: Definers
  let snapshots: SnapshotQueue
  let waits: WaitList
  let gestures: GestureDispatcher
  private let recycler: KeyRecycler

  package init(settings: EngineSettings = EngineSettings(), epoch: String) {
    context = EngineContext(settings: settings, epoch: epoch)
    let derived = context.derived
    let lanes = LaneTable()
    let connections = ConnectionTable()
    let subscriptions = ButtonSubscriptions()
    let buttons = ButtonTable(context)
    gate = DurabilityGate(context, buttons: buttons, derived: derived)
    activePresses = ActivePresses(context, lanes: lanes, buttons: buttons)
    committer = Committer(context, durability: gate, presses: activePresses)
    state = StateWriter(context, durability: gate, committer: committer)
    states = StatePublisher(
      context, connections: connections, durability: gate, derived: derived)
    let looks = LookBoard(context, lanes: lanes, buttons: buttons, subscriptions: subscriptions)
    presses = PressController(context, buttons: buttons, state: state, active: activePresses)
    hovers = HoverController(context, buttons: buttons, looks: looks)
    plugins = PluginScheduler(
      context, lanes: lanes, buttons: buttons, looks: looks, presses: activePresses)
    frames = FramePublisher(
      context, buttons: buttons, looks: looks, subscriptions: subscriptions,
      connections: connections)
    definers = Definers(
      buttons: ButtonDefiner(
        context, plugins: plugins, presses: activePresses, frames: frames, hovers: hovers),
      groups: GroupDefiner(context, plugins: plugins, presses: activePresses),
      keys: KeyDeriver(context))
    let explainer = Explainer(context, plugins: plugins)
    snapshots = SnapshotQueue(context, plugins: plugins, frames: frames, explainer: explainer)
    waits = WaitList(
      context, plugins: plugins, frames: frames, durability: gate, derived: derived,
      snapshots: snapshots)
    gestures = GestureDispatcher(
      context, plugins: plugins, presses: presses, durability: gate, waits: waits)
    recycler = KeyRecycler(
      context,
      holders: [derived, context.leases, context.clockKeys, plugins, states, activePresses])
  }

  var clock: TickClock { context.clock }
  var derived: DerivedKeys { context.derived }

  /// The actions to carry out in order. The caller empties the list.
  package var actions: [EngineAction] {
    _read { yield context.actions }
    _modify { yield &context.actions }
  }

  /// Swaps the actions with an empty list; false if there are none.
  package func takeActions(_ list: inout [EngineAction]) -> Bool {
    if context.actions.isEmpty { return false }
    swap(&list, &context.actions)
    return true
  }

  package var hasTimedChanges: Bool { !context.timedChanges.isEmpty }

  /// Returns, for recordings, what time has changed, and when; nil for when the newest input came.
  package func takeTimedChanges() -> [(change: TimedChange, now: UInt64?)] {
    defer { context.timedChanges = [] }
    return context.timedChanges
  }

  /// When ``turnEnded(now:)`` must be called at the latest; nil if nothing is scheduled.
  package var wakeTime: UInt64? { clock.wakeTime }

  /// They may change at any time, except the traits, the numbers of tombstones and of unused keys,
  /// and whether the clock runs, which are read once.
  package var settings: EngineSettings {
    _read { yield context.settings }
    _modify { yield &context.settings }
  }

  /// A random string that identifies this run of the daemon.
  package var epoch: String { context.epoch }

  /// The number of the newest frame.
  package var tick: UInt64 { clock.frameNumber }

  package var statistics: EngineStatistics {
    var statistics = context.statistics
    statistics.ticks = clock.tickNumber
    statistics.frames = clock.frameNumber
    return statistics
  }

  /// The number of buttons whose look does not reflect all changes yet.
  package var unsettledCount: Int { clock.pending.total }

  /// Whether every change so far is published: nothing is dirty, under way or waiting for a frame.
  package var isSettled: Bool {
    clock.isBetweenFrames && !context.store.hasUncommittedWrites && !derived.isBehind
      && context.store.dirtyCount == 0 && plugins.isIdle
  }

  // MARK: The tick

  /// Ends the tick if its lanes have answered or its deadline has passed, begins a new one if there
  /// is work, and answers requests that waited for either.
  package func turnEnded(now: UInt64) {
    context.budget.beginTurn()
    defer { context.budget.endTurn() }
    plugins.dropLongStale(now: now)
    gestures.expire(now: now)
    passTime(now: now)
    gate.takeGroup(now: now)
    if clock.frame.isOpen {
      if plugins.isEnqueuing { enqueueDirty(now: now) }
      continueTick(now: now)
      if clock.frame.isOpen { waits.expire(now: now) } else { serveBetweenFrames(now: now) }
    }
    let passed = clock.frame.isOpen ? [] : plugins.candidates.takePassed()
    if !clock.frame.isOpen {
      if passed.isEmpty, hasWork(now: now), now >= nextBegin { beginTick(now: now) }
      if !clock.frame.isOpen { serveBetweenFrames(now: now) }
    }
    gestures.send(now: now)
    // After everything that is sent to the present versions.
    if !passed.isEmpty { context.actions += passed.map { .takeOver(lane: $0) } }
    recycler.recycle()
    plugins.retireIdleLanes()
    clock.wakeTime = passed.isEmpty ? nextWake(now: now) : now
  }

  /// Marks the keys of holders that were silent for too long, does what held presses wait for, and
  /// sets the keys of the clock.
  private func passTime(now: UInt64) {
    if let due = presses.timers.nextDue, now >= due {
      for key in presses.timers.due(now: now) {
        settle()
        presses.timeCame(key, now: now)
      }
    }
    if let deadline = context.leases.nextDeadline, now >= deadline {
      var effect = ChangeEffect(of: store)
      let silences = context.leases.expire(now: now, &effect)
      committer.finish(effect)
      context.timedChanges += silences.map { ($0, now) }
    }
    var effect = ChangeEffect(of: store)
    let changes = context.clockKeys.advance(
      to: wallClockMilliseconds, subscriptions: states.clockReaders, now: now, &effect)
    if changes.isEmpty { return }
    committer.finish(effect)
    context.timedChanges.append((.clock(changes), now))
  }

  private func beginTick(now: UInt64) {
    clock.beginTick(
      now: now, deadline: now &+ context.settings.frameDeadline,
      group: gate.awaitGroup() ?? 0)
    commit()
    plugins.sendInitialState()
    plugins.candidates.askNew()
    waits.tickBegan()
    snapshots.tickBegan()
    plugins.markAsked()
    context.store.beginPass()
    enqueueDirty(now: now)
    continueTick(now: now)
  }

  /// Queues dirty buttons, a part in each turn, and has them drawn when all are queued.
  private func enqueueDirty(now: UInt64) {
    plugins.enqueueDirty()
    frames.hide(plugins.takeHidden())
    if plugins.isEnqueuing { return }
    plugins.giveUpOnLanes(now: now)
    plugins.sendAll()
    plugins.beginDrawing()
  }

  /// Draws a part of the buttons without plugins; ends the tick once all are drawn and its lanes
  /// have answered or its deadline has passed.
  private func continueTick(now: UInt64) {
    if plugins.isEnqueuing { return }
    plugins.draw(now: now)
    if plugins.isDrawing || gate.holdsFrame { return }
    if !plugins.areAwaited || clock.frame.isOver(now: now, atMost: context.settings.frameDeadline) {
      endTick(now: now)
    }
  }

  /// Commits writes: plugins see them, readers become dirty, and subscribers to state are notified.
  private func commit() {
    derived.beginTick()
    settle()
    clock.committedRevision = context.store.revision
    clock.frame.commit = 0
    if derived.areRedefined { showLost(derived.takeRedefined()) }
    guard context.store.hasUncommittedWrites else { return }
    if context.store.commit() > 0 { clock.frame.commit = context.store.commitSequence }
    plugins.tellOfCommit()
    if context.leases.hasNewMarks {
      let lost = context.leases.commit()
      showLost(lost.marked)
      states.publishCommit(lost.changed)
    } else {
      states.publishCommit()
    }
  }

  /// Has the frame show which buttons read lost keys, after these or their derivations changed.
  private func showLost(_ keys: [KeyID]) {
    if !keys.isEmpty { plugins.showLost(keys + derived.dependents(of: keys)) }
  }

  /// Brings the derived keys up to date, and ends the presses of buttons that they disable.
  package func settle() { committer.settle() }

  private func endTick(now: UInt64) {
    clock.frame.isOpen = false
    plugins.stopWaiting()
    states.deliverHeld()
    frames.publish(now: now)
  }

  private func serveBetweenFrames(now: UInt64) {
    guard clock.isBetweenFrames else { return }
    frames.publishHeldBack(now: now)
    catchUpLagging()
    context.budget.reserveForRequests()
    snapshots.answer(now: now)
    waits.answer(now: now)
  }

  /// A part in each turn.
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
      // The next commit will bring them up to date.
      if context.store.hasUncommittedWrites { continue }
      for subscription in entry.state { states.catchUp(connection, subscription) }
    }
  }

  // MARK: When

  private func hasWork(now: UInt64) -> Bool {
    context.store.hasUncommittedWrites || derived.isBehind || context.store.dirtyCount > 0
      || clock.serial > clock.publishedSerial || waits.awaitTick || snapshots.awaitTick
      || plugins.hasWork(now: now)
  }

  private var nextBegin: UInt64 {
    clock.frame.nextBegin(maximumFrameRate: context.settings.maximumFrameRate)
  }

  /// When a turn must end even if nothing happens.
  private func nextWake(now: UInt64) -> UInt64? {
    // In the past, as the loop rounds other times up to a millisecond.
    if clock.frame.isOpen, plugins.isEnqueuing || plugins.isDrawing { return 0 }
    var wake = gate.groupWake
    func consider(_ time: UInt64?) {
      if let time { wake = min(wake ?? time, time) }
    }
    consider(gestures.nextDeadline)
    consider(presses.timers.nextDue)
    consider(context.leases.nextDeadline)
    consider(context.clockKeys.nextDeadline)
    if clock.frame.isOpen {
      if !gate.holdsFrame { consider(clock.frame.deadline) }
      consider(waits.nextDeadline)
      return wake
    }
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
