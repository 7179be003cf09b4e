package import ButtonModel
import ButtonProtocol
import ButtonStore

extension Engine {
  /// How long the buttons of a worker that died wait in silence for its successor.
  static let crashGrace: UInt64 = 250_000_000

  /// A plugin was found; its lane waits for a worker, and so do the buttons that waited for it.
  package func pluginInstalled(_ descriptor: PluginDescriptor, now: UInt64) -> LaneID {
    let id = LaneID(rawValue: UInt16(lanes.count + 1))
    lanes.append(
      Lane(id, descriptor: descriptor, graceEnds: now &+ settings.startingDeadline))
    for index in records.indices {
      guard let record = records[index], record.problem != nil else { continue }
      reroute(ButtonSlot(rawValue: UInt32(index)), record)
    }
    return id
  }

  /// A lane's plugin is another than before: it waits for the worker of the new one, and its buttons
  /// take the way that the new one's styles, handlers and parameters leave them.
  ///
  /// What they show stays until the new worker answers; where a name is gone they show the fallback.
  package func pluginReplaced(_ id: LaneID, _ descriptor: PluginDescriptor, now: UInt64) {
    let lane = self.lane(id)
    if lane.isReady { laneDown(id, status: lane.status, now: now) }
    lane.descriptor = descriptor
    for index in records.indices {
      guard let record = records[index] else { continue }
      reroute(ButtonSlot(rawValue: UInt32(index)), record, replaced: id)
    }
  }

  /// One plugin, how it is doing, and what it has to do with.
  package struct PluginReport {
    package let descriptor: PluginDescriptor
    package let status: PluginStatus
    /// Buttons whose style or handler it has.
    package let buttons: Int
    /// Microseconds that its code has taken.
    package let handlerTime: UInt64
  }

  /// The plugins, in order of their lanes.
  package var plugins: [PluginReport] {
    var counts = [Int](repeating: 0, count: lanes.count)
    for case let record? in records {
      for stage in record.stages { counts[Int(stage.lane.rawValue) - 1] += 1 }
    }
    return zip(lanes, counts).map { lane, buttons in
      PluginReport(
        descriptor: lane.descriptor, status: lane.status, buttons: buttons,
        handlerTime: lane.handlerMicroseconds)
    }
  }

  /// How a plugin's worker is doing has changed.
  package func pluginStatusChanged(_ id: LaneID, _ status: PluginStatus) {
    let lane = self.lane(id)
    if lane.status.state != status.state {
      lane.isGivenUp = false
      if !status.state.isTemporary { lane.graceEnds = 0 }
    }
    lane.status = status
  }

  /// A lane's worker is alive and knows nothing yet: it is fed and all its buttons are asked for.
  package func laneReady(_ id: LaneID, now: UInt64) {
    let lane = self.lane(id)
    precondition(!lane.isReady, "a lane became ready twice")
    lane.isReady = true
    lane.isGivenUp = false
    lane.wasHung = false
    lane.isHungry = true
    lane.status.state = .running
    forEachButton(of: id) { slot, record in
      if record.phase == .settled { markDirty(slot, record, .worker) }
    }
  }

  /// Has workers that are new told of the theme and the whole state they may read, as it is committed.
  func feedHungryLanes() {
    for lane in lanes where lane.isHungry {
      lane.isHungry = false
      feedAll(lane)
    }
  }

  /// Has a lane told of the theme and the whole state that it may read.
  func feedAll(_ lane: Lane) {
    for key in themeKeys { lane.feed(key) }
    var cursor = store.keysInOrder()
    while let key = store.next(&cursor) {
      if covers(lane.reads, key) { lane.feed(key) }
    }
  }

  /// A lane's worker is gone: what it was at work on waits for the next one, in silence for a while.
  ///
  /// `suspect` names a button that it died on, which is from now on tried alone, after all others;
  /// `poisoned` one that it died on again, which is not tried any more until it is redefined.
  package func laneDown(
    _ id: LaneID, status: PluginStatus, isHung: Bool = false, suspect: UInt64? = nil,
    poisoned: UInt64? = nil, now: UInt64
  ) {
    let lane = self.lane(id)
    lane.status = status
    lane.isReady = false
    lane.hasAnswered = false
    lane.isGivenUp = false
    lane.wasHung = isHung
    lane.isAwaited = false
    lane.forgetKeys()
    lane.graceEnds =
      switch status.state {
      case .starting: now &+ settings.startingDeadline
      case .running, .restarting: now &+ Engine.crashGrace
      case .quarantined, .failed, .disabled: now
      }
    if let suspect { record(handle: suspect)?.isSuspect = true }
    if let poisoned { record(handle: poisoned)?.isPoisoned = true }
    actions.removeAll { action in
      switch action {
      case .sendBatch(id, _, _, _), .sendGesture(id, _, _): true
      case .sendBatch, .sendGesture, .sendTrial, .deliver, .answered, .performed, .journal,
        .violation:
        false
      }
    }
    dropGestures(ofLane: lane)
    dropProbes(of: id)
    let lost = lane.outstanding.flatMap(\.items)
    lane.outstanding.removeAll()
    for item in lost {
      guard let record = current(item) else { continue }
      // What is asked for from the start anyway need not be asked for again.
      if record.stage == 0 { record.isDirtyAgain = false }
      enqueue(item.slot, record, stage: record.stage)
    }
  }

  /// What a plugin did to its workers is forgotten: buttons that they died on are tried again, each
  /// alone.
  package func pluginIsForgiven(_ id: LaneID) {
    forEachButton(of: id) { slot, record in
      guard record.isPoisoned else { return }
      record.isPoisoned = false
      record.isSuspect = true
      markDirty(slot, record, .worker)
    }
  }

  /// A plugin asks for an update of one button, or with handle 0 of all its buttons.
  package func updateRequested(_ id: LaneID, handle: UInt64) {
    statistics.updateRequests += 1
    if handle == 0 {
      forEachButton(of: id) { slot, record in markDirty(slot, record, .plugin) }
    } else if let record = record(handle: handle),
      record.stages.contains(where: { $0.lane == id })
    {
      markDirty(ButtonSlot(rawValue: UInt32(truncatingIfNeeded: handle)), record, .plugin)
    }
  }

  private func forEachButton(of id: LaneID, _ body: (ButtonSlot, ButtonRecord) -> Void) {
    for index in records.indices {
      guard let record = records[index], record.stages.contains(where: { $0.lane == id }) else {
        continue
      }
      body(ButtonSlot(rawValue: UInt32(index)), record)
    }
  }

  /// The id of the button that lanes know by this number; nil when it is gone or redefined.
  package func buttonID(handle: UInt64) -> UTF8String? { record(handle: handle)?.id }

  /// The button that lanes know by this number; nil when it is gone or has another definition.
  func record(handle: UInt64) -> ButtonRecord? {
    let slot = ButtonSlot(rawValue: UInt32(truncatingIfNeeded: handle))
    guard Int(slot.rawValue) < records.count, let record = records[Int(slot.rawValue)],
      record.handle(slot) == handle
    else { return nil }
    return record
  }

  /// The button that an item speaks of, if it is still at work.
  func current(_ item: Lane.Item) -> ButtonRecord? {
    guard let record = record(handle: item.handle), record.phase == .inFlight else { return nil }
    return record
  }

  /// The button in a slot if it waits for this lane; queues may hold buttons that no longer do.
  func waiting(_ slot: ButtonSlot, lane: Lane) -> ButtonRecord? {
    guard let record = records[Int(slot.rawValue)], record.phase == .queued,
      let stage = record.currentStage, stage.lane == lane.id
    else { return nil }
    return record
  }

  /// The buttons of a lane that has been down for longer than the grace show what they can, and say
  /// so.
  func giveUpOnLanes(now: UInt64) {
    for lane in lanes where lane.isMissed && now >= lane.graceEnds {
      let queue = lane.queue
      lane.queue.removeAll()
      for slot in queue {
        guard let record = waiting(slot, lane: lane) else { continue }
        hold(slot, record, lane: lane, now: now)
      }
      if lane.isGivenUp { continue }
      lane.isGivenUp = true
      forEachButton(of: lane.id) { slot, record in
        guard record.phase == .settled, !record.isPoisoned else { return }
        setStatus(slot, record, status(ofLane: lane, record))
        noteStale(slot, record, now: now)
      }
    }
  }

  /// Draws a button without its plugin's answer: semantic state stays live.
  func hold(_ slot: ButtonSlot, _ record: ButtonRecord, lane: Lane, now: UInt64) {
    if record.isPoisoned { record.answers = [] }
    record.takeLatestState()
    record.isDirtyAgain = false
    setStatus(slot, record, status(ofLane: lane, record))
    showLooks(slot, record, revision: 0)
    settle(record)
    noteStale(slot, record, now: now)
  }

  private func noteStale(_ slot: ButtonSlot, _ record: ButtonRecord, now: UInt64) {
    guard record.status?.isStale == true, record.staleSince == nil else { return }
    record.staleSince = now
    stale.append((slot: slot, since: now))
  }

  /// Looks that have been stale for too long, as their plugin is down, give way to the fallback.
  func dropLongStale(now: UInt64) {
    let due = stale.prefix { now >= $0.since &+ settings.staleDeadline }
    for (slot, since) in due {
      // It may have recovered, or another button may have its place.
      guard let record = records[Int(slot.rawValue)], record.staleSince == since else { continue }
      record.staleSince = nil
      record.answers = []
      markDirty(slot, record, .stale)
    }
    stale.removeFirst(due.count)
  }

  /// What a button says of itself while its lane is down or has not answered yet.
  func status(ofLane lane: Lane, _ record: ButtonRecord) -> ButtonStatus {
    let hasAnswer = !record.answers.isEmpty
    let plugin = lane.descriptor.id
    let name = lane.descriptor.name
    let message =
      if record.isPoisoned {
        "plugin \(plugin) died twice on this button; define it anew to try again, "
          + "or buttonctl plugins reset \(name)"
      } else if lane.status.state == .disabled {
        "disabled: enable it with 'buttonctl plugins enable \(name)'"
      } else if lane.status.state == .failed {
        "plugin \(plugin) failed, and is not started again until its files change"
          + (lane.status.lastError.map { ": \($0)" } ?? "")
      } else {
        lane.status.lastError ?? "plugin \(plugin) \(lane.plight)"
      }
    let reason = record.isPoisoned ? ButtonStatus.Reason.poisoned : lane.reason
    return ButtonStatus(
      isStale: hasAnswer && readsChanged(record), isFallback: !hasAnswer, reason: reason,
      plugin: plugin,
      message: message, since: tick + 1)
  }

  /// What a button says of itself that cannot be resolved as it is defined.
  func status(of problem: Route.Problem) -> ButtonStatus {
    ButtonStatus(
      isStale: false, isFallback: true, reason: problem.reason, plugin: problem.plugin,
      message: problem.message, since: tick + 1)
  }

  /// True when a key that the plugins read, or the definition, has changed since they answered.
  private func readsChanged(_ record: ButtonRecord) -> Bool {
    record.answersOtherDefinition
      || record.answers.contains { answer in
        answer.keys.contains { store.committedAt($0) > answer.commit }
      }
  }
}

extension PluginState {
  /// True when the plugin comes back by itself before long.
  fileprivate var isTemporary: Bool {
    switch self {
    case .starting, .running, .restarting: true
    case .quarantined, .failed, .disabled: false
    }
  }
}

extension Lane {
  /// The word for a button's status.
  fileprivate var reason: ButtonStatus.Reason {
    if isStarting { return .pluginStarting }
    return switch status.state {
    case .starting: .pluginStarting
    case .running: isReady || wasHung ? .pluginHung : .pluginCrashed
    case .restarting: wasHung ? .pluginHung : .pluginCrashed
    case .quarantined: .quarantined
    case .failed: .pluginMissing
    case .disabled: .pluginDisabled
    }
  }

  /// The same for people.
  fileprivate var plight: String {
    isReady ? "has not answered in time" : "is \(status.state.rawValue)"
  }
}
