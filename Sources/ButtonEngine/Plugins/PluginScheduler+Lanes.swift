import ButtonModel
import ButtonStore

extension PluginScheduler {
  /// How long the buttons of a worker that died wait in silence for its successor.
  private static let crashGrace: UInt64 = 250_000_000

  /// How a plugin's worker is doing has changed.
  func statusChanged(_ id: LaneID, _ status: PluginStatus) {
    let lane = lanes[id]
    if lane.status.state != status.state {
      lane.isGivenUp = false
      if !status.state.isTemporary { lane.graceEnds = 0 }
    }
    lane.status = status
    lanes.activate(lane)
  }

  /// A lane's worker is alive and knows nothing yet: it is fed and all its buttons are asked for.
  func laneReady(_ id: LaneID) {
    let lane = lanes[id]
    precondition(!lane.isReady, "a lane became ready twice")
    lane.isReady = true
    lane.isGivenUp = false
    lane.wasHung = false
    lane.needsFullState = true
    lane.status.state = .running
    lanes.activate(lane)
    buttons.forEachButton(of: id) { slot, record in
      if record.phase == .settled { buttons.markDirty(slot, record, .worker) }
    }
  }

  /// A lane's worker is gone: what it was at work on waits for the next one, in silence for a while.
  ///
  /// `suspect` names a button that it died on, which is from now on tried alone, after all others;
  /// `poisoned` one that it died on again, which is not tried any more until it is redefined.
  func laneDown(
    _ id: LaneID, status: PluginStatus, isHung: Bool = false, suspect: UInt64? = nil,
    poisoned: UInt64? = nil, now: UInt64
  ) {
    let lane = lanes[id]
    lane.status = status
    lane.isReady = false
    lane.hasAnswered = false
    lane.isGivenUp = false
    lane.wasHung = isHung
    lanes.setAwaited(lane, false)
    lane.forgetKeys()
    lanes.activate(lane)
    lane.graceEnds =
      switch status.state {
      case .starting: now &+ context.settings.startingDeadline
      case .running, .restarting: now &+ PluginScheduler.crashGrace
      case .quarantined, .failed, .disabled: now
      }
    if let suspect { buttons.record(handle: suspect)?.isSuspect = true }
    if let poisoned { buttons.record(handle: poisoned)?.isPoisoned = true }
    context.actions.removeAll { action in
      switch action {
      case .sendBatch(id, _, _, _), .sendGesture(id, _, _): true
      case .sendBatch, .sendGesture, .sendTrial, .deliver, .answered, .performed, .journal,
        .forgetDeaths, .violation:
        false
      }
    }
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
  func isForgiven(_ id: LaneID) {
    buttons.forEachButton(of: id) { slot, record in
      guard record.isPoisoned else { return }
      record.isPoisoned = false
      record.isSuspect = true
      buttons.markDirty(slot, record, .worker)
    }
  }

  /// A plugin asks for an update of one button, or with handle 0 of all its buttons.
  func updateRequested(_ id: LaneID, handle: UInt64) {
    context.statistics.updateRequests += 1
    if handle == 0 {
      buttons.forEachButton(of: id) { slot, record in buttons.markDirty(slot, record, .plugin) }
    } else if let record = buttons.record(handle: handle),
      record.stages.contains(where: { $0.lane == id })
    {
      buttons.markDirty(ButtonSlot(rawValue: UInt32(truncatingIfNeeded: handle)), record, .plugin)
    }
  }

  /// The button that an item speaks of, if it is still at work.
  @inline(__always)
  func current(_ item: Lane.Item) -> ButtonRecord? {
    guard let record = buttons.record(handle: item.handle), record.phase == .inFlight else {
      return nil
    }
    return record
  }

  /// The button in a slot if it waits for this lane; queues may hold buttons that no longer do.
  func waiting(_ slot: ButtonSlot, lane: Lane) -> ButtonRecord? {
    guard let record = buttons[slot], record.phase == .queued,
      let stage = record.currentStage, stage.lane == lane.id
    else { return nil }
    return record
  }

  /// The buttons of a lane that has been down for longer than the grace show what they can, and say
  /// so.
  func giveUpOnLanes(now: UInt64) {
    for lane in lanes.active where lane.isMissed && now >= lane.graceEnds {
      let queue = lane.queue
      lane.queue.removeAll()
      for slot in queue {
        guard let record = waiting(slot, lane: lane) else { continue }
        hold(slot, record, lane: lane, now: now)
      }
      if lane.isGivenUp { continue }
      lane.isGivenUp = true
      buttons.forEachButton(of: lane.id) { slot, record in
        guard record.phase == .settled, !record.isPoisoned else { return }
        looks.setStatus(slot, record, looks.status(of: lane, record))
        looks.noteStale(slot, record, now: now)
      }
    }
  }

  /// Draws a button without its plugin's answer: semantic state stays live.
  func hold(_ slot: ButtonSlot, _ record: ButtonRecord, lane: Lane, now: UInt64) {
    if record.isPoisoned { record.answers = [] }
    record.takeLatestState()
    record.isDirtyAgain = false
    looks.setStatus(slot, record, looks.status(of: lane, record))
    looks.showLooks(slot, record, revision: 0)
    settle(record)
    looks.noteStale(slot, record, now: now)
  }
}

extension PluginState {
  /// True when the plugin comes back before long.
  fileprivate var isTemporary: Bool {
    switch self {
    case .starting, .running, .restarting: true
    case .quarantined, .failed, .disabled: false
    }
  }
}
