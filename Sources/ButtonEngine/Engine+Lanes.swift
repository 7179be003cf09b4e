package import ButtonModel
import ButtonProtocol
import ButtonStore

extension Engine {
  /// How long the buttons of a worker that died wait in silence for its successor.
  static let crashGrace: UInt64 = 50_000_000

  /// A plugin was found; its lane waits for a worker.
  package func pluginInstalled(_ descriptor: PluginDescriptor, now: UInt64) -> LaneID {
    var lane = Lane(descriptor: descriptor)
    lane.graceEnds = now + settings.startingDeadline
    lanes.append(lane)
    return LaneID(rawValue: UInt16(lanes.count))
  }

  /// The plugins, in order of their lanes, with how they are doing and how many buttons they have.
  package var plugins: [(descriptor: PluginDescriptor, status: PluginStatus, buttons: Int)] {
    var counts = [Int](repeating: 0, count: lanes.count)
    for case let record? in records {
      for stage in record.stages { counts[lane(stage.lane)] += 1 }
    }
    return lanes.indices.map { (lanes[$0].descriptor, lanes[$0].status, counts[$0]) }
  }

  /// How a plugin's worker is doing has changed.
  package func pluginStatusChanged(_ id: LaneID, _ status: PluginStatus) {
    lanes[lane(id)].status = status
  }

  /// A lane's worker is alive and knows nothing yet: it is fed and all its buttons are asked for.
  package func laneReady(_ id: LaneID, now: UInt64) {
    let lane = self.lane(id)
    precondition(!lanes[lane].isReady, "a lane became ready twice")
    lanes[lane].isReady = true
    lanes[lane].announcedKeys.removeAll()
    lanes[lane].pendingKeys.removeAll()
    lanes[lane].pendingKeySet.removeAll()
    commit()
    var cursor = store.keysInOrder()
    while let key = store.next(&cursor) {
      if covers(lane, key) { lanes[lane].feed(key) }
    }
    for index in records.indices {
      guard let record = records[index], record.stages.contains(where: { $0.lane == id }) else {
        continue
      }
      if record.phase == .settled { store.markDirty(ButtonSlot(rawValue: UInt32(index))) }
    }
  }

  /// A lane's worker is gone: what it was at work on waits for the next one, in silence for a while.
  package func laneDown(_ id: LaneID, status: PluginStatus, now: UInt64) {
    let lane = self.lane(id)
    lanes[lane].status = status
    lanes[lane].isReady = false
    lanes[lane].hasAnswered = false
    lanes[lane].isAwaited = false
    lanes[lane].graceEnds =
      switch status.state {
      case .starting: now + settings.startingDeadline
      case .running, .restarting: now + Engine.crashGrace
      case .quarantined, .failed, .disabled: now
      }
    let lost = lanes[lane].outstanding.flatMap(\.items)
    lanes[lane].outstanding.removeAll()
    for item in lost {
      guard let record = current(item) else { continue }
      record.phase = .queued
      lanes[lane].queue.append(item.slot)
    }
  }

  /// A plugin asks for an update of one button, or with handle 0 of all its buttons.
  package func updateRequested(_ id: LaneID, handle: UInt64) {
    statistics.updateRequests += 1
    for index in handle == 0 ? records.indices : slotRange(handle) {
      guard let record = records[index], record.stages.contains(where: { $0.lane == id }) else {
        continue
      }
      let slot = ButtonSlot(rawValue: UInt32(index))
      if handle == 0 || record.handle(slot) == handle { store.markDirty(slot) }
    }
  }

  private func slotRange(_ handle: UInt64) -> Range<Int> {
    let index = Int(UInt32(truncatingIfNeeded: handle))
    return index < records.count ? index..<index + 1 : 0..<0
  }

  /// The button that an item speaks of; nil when it is gone or has another definition by now.
  func current(_ item: Lane.Item) -> ButtonRecord? {
    guard let record = records[Int(item.slot.rawValue)],
      record.handle(item.slot) == item.handle, record.phase == .inFlight
    else { return nil }
    return record
  }

  /// The button in a slot if it waits for this lane; queues may hold buttons that no longer do.
  func waiting(_ slot: ButtonSlot, lane: Int) -> ButtonRecord? {
    guard let record = records[Int(slot.rawValue)], record.phase == .queued,
      let stage = record.currentStage, self.lane(stage.lane) == lane
    else { return nil }
    return record
  }

  /// Buttons whose lane has been down for longer than the grace show what they can, and say so.
  func giveUpOnLanes(now: UInt64) {
    for lane in lanes.indices
    where !lanes[lane].isReady && !lanes[lane].queue.isEmpty && now >= lanes[lane].graceEnds {
      let queue = lanes[lane].queue
      lanes[lane].queue.removeAll(keepingCapacity: true)
      for slot in queue {
        guard let record = waiting(slot, lane: lane) else { continue }
        hold(slot, record, lane: lane)
      }
    }
    if !frame.isOpen { publish(now: now) }
  }

  /// Draws a button without its plugin's answer: semantic state stays live.
  private func hold(_ slot: ButtonSlot, _ record: ButtonRecord, lane: Int) {
    showLooks(slot, record, lateRevision: 0)
    setStatus(slot, record, status(ofLane: lane, record))
    settle(record)
  }

  /// What a button says of itself while its lane is down or has not answered yet.
  func status(ofLane lane: Int, _ record: ButtonRecord) -> ButtonStatus {
    let hasAnswer = !record.answers.isEmpty
    let status = lanes[lane].status
    return ButtonStatus(
      isStale: hasAnswer && readsChanged(record), isFallback: !hasAnswer,
      reason: lanes[lane].isStarting ? .pluginStarting : status.reason,
      plugin: lanes[lane].descriptor.id,
      message: status.lastError
        ?? "plugin \(lanes[lane].descriptor.id) is \(status.state.rawValue)",
      since: tick + 1)
  }

  /// True when a key that the plugins read has changed since they answered.
  func readsChanged(_ record: ButtonRecord) -> Bool {
    record.answers.contains { answer in
      answer.keys.contains { store.isInUse($0) && store.committedAt($0) > answer.commit }
    }
  }
}

extension PluginStatus {
  /// The word for a button's status.
  fileprivate var reason: ButtonStatus.Reason {
    switch state {
    case .starting: .pluginStarting
    case .running: .pluginHung
    case .restarting: .pluginCrashed
    case .quarantined: .quarantined
    case .failed: .pluginMissing
    case .disabled: .pluginDisabled
    }
  }
}
