import ButtonModel
import ButtonStore

extension PluginScheduler {
  /// How long buttons keep their status after a crash, in nanoseconds.
  private static let crashGrace: UInt64 = 250_000_000

  func statusChanged(_ id: LaneID, _ status: PluginStatus) {
    let lane = lanes[id]
    if lane.status.state != status.state {
      lane.isGivenUp = false
      if !status.state.isTemporary { lane.graceEnds = 0 }
    }
    lane.status = status
    lanes.activate(lane)
  }

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

  /// See ``Engine/laneDown(_:status:isHung:suspect:poisoned:now:)``. The worker crashed on
  /// `suspect`, which from now on is sent alone, after all others. Workers crashed again on
  /// `poisoned`, which is not sent until it is redefined.
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
      case .sendBatch, .sendGesture, .sendTrial, .takeOver, .deliver, .answered, .performed,
        .journal, .forgetDeaths, .violation:
        false
      }
    }
    let lost = lane.outstanding.flatMap(\.items)
    lane.outstanding.removeAll()
    for item in lost {
      if let record = current(item) { sendAgain(item.slot, record) }
    }
    // It may be with another lane, which does not go on with it.
    if let poisoned, let record = buttons.record(handle: poisoned),
      record.phase == .queued || record.phase == .inFlight
    {
      enqueue(ButtonSlot(rawValue: UInt32(truncatingIfNeeded: poisoned)), record, stage: 0)
    }
  }

  /// Queues a button that was sent in vain.
  func sendAgain(_ slot: ButtonSlot, _ record: ButtonRecord) {
    // A button that begins its round again needs no repetition.
    if record.stage == 0 { record.isDirtyAgain = false }
    enqueue(slot, record, stage: record.stage)
  }

  func isForgiven(_ id: LaneID) {
    buttons.forEachButton(of: id) { slot, record in
      guard record.isPoisoned else { return }
      record.isPoisoned = false
      record.isSuspect = true
      buttons.markDirty(slot, record, .worker)
    }
  }

  func updateRequested(_ id: LaneID, handle: UInt64) {
    context.statistics.updateRequests += 1
    if handle == 0 {
      lanes[id].isAsked = true
      lanes.activate(lanes[id])
    } else if let record = buttons.record(handle: handle),
      record.stages.contains(where: { $0.lane == id })
    {
      buttons.markDirty(ButtonSlot(rawValue: UInt32(truncatingIfNeeded: handle)), record, .plugin)
    }
  }

  /// Nil if the button is no longer being resolved.
  @inline(__always)
  func current(_ item: Lane.Item) -> ButtonRecord? {
    guard let record = buttons.record(handle: item.handle), record.phase == .inFlight else {
      return nil
    }
    return record
  }

  /// Nil unless the button waits for this lane; queues may contain others.
  func waiting(_ slot: ButtonSlot, lane: Lane) -> ButtonRecord? {
    guard let record = buttons[slot], record.phase == .queued,
      let stage = record.currentStage, stage.lane == lane.id
    else { return nil }
    return record
  }

  /// Marks the buttons of plugins that asked for an update of all, however often they did.
  func markAsked() {
    for lane in lanes.active where lane.isAsked {
      lane.isAsked = false
      buttons.forEachButton(of: lane.id) { slot, record in
        buttons.markDirty(slot, record, .plugin)
      }
    }
  }

  /// Gives up on lanes that were down for longer than their grace period: the frame draws what
  /// waits for them, and gives all their buttons a status.
  func giveUpOnLanes(now: UInt64) {
    for lane in lanes.active where lane.isMissed && now >= lane.graceEnds {
      builtInQueue += lane.isGivenUp ? lane.queue : buttons.slots(of: lane.id)
      lane.queue.removeAll()
      lane.isGivenUp = true
    }
  }

  /// The status is that of the button's first lane that was given up.
  func showGivenUp(_ slot: ButtonSlot, _ record: ButtonRecord, now: UInt64) {
    guard let stage = record.stages.first(where: { lanes[$0.lane].isGivenUp }),
      !record.isPoisoned || lanes[stage.lane].status.state == .disabled
    else { return }
    context.budget.work &+= WorkCost.look
    looks.setStatus(slot, record, looks.status(of: lanes[stage.lane], record))
    looks.noteStale(slot, record, now: now)
  }

  /// Draws a button without its plugin's answer, so that its control state stays current.
  func hold(_ slot: ButtonSlot, _ record: ButtonRecord, lane: Lane, now: UInt64) {
    if record.isPoisoned { record.answers = [] }
    record.takeLatestState()
    record.isDirtyAgain = false
    looks.setStatus(slot, record, looks.status(of: lane, record))
    if record.lost != nil || context.hasLost { looks.updateLost(slot, record) }
    looks.showLooks(slot, record, revision: 0)
    settle(record)
    looks.noteStale(slot, record, now: now)
  }
}

extension PluginState {
  /// Whether the plugin is expected to be back soon.
  fileprivate var isTemporary: Bool {
    switch self {
    case .starting, .running, .restarting: true
    case .quarantined, .failed, .disabled: false
    }
  }
}
