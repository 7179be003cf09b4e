package import ButtonModel
import ButtonProtocol
import ButtonStore

/// Plugins and their workers.
extension Engine {
  /// A plugin was found; its lane waits for a worker, and so do the buttons that waited for it.
  package func pluginInstalled(_ descriptor: PluginDescriptor, now: UInt64) -> LaneID {
    let lane = plugins.lanes.append(
      descriptor, graceEnds: now &+ context.settings.startingDeadline)
    for slot in buttons.unroutedSlots {
      guard let record = buttons[slot], record.problem != nil else { continue }
      definer.reroute(slot, record)
    }
    return lane.id
  }

  /// A lane's plugin is another than before: it waits for the worker of the new one, and its
  /// buttons take the way that the new one's styles, handlers and parameters leave them.
  ///
  /// What they show stays until the new worker answers; where a name is gone they show the fallback.
  package func pluginReplaced(_ id: LaneID, _ descriptor: PluginDescriptor, now: UInt64) {
    let lane = plugins.lanes[id]
    if lane.isReady { laneDown(id, status: lane.status, now: now) }
    let hasOtherName =
      lane.descriptor.id != descriptor.id || lane.descriptor.shortName != descriptor.shortName
    lane.descriptor = descriptor
    for slot in hasOtherName ? buttons.allSlots : buttons.slots(reroutedWith: id) {
      guard let record = buttons[slot] else { continue }
      definer.reroute(slot, record, replaced: id)
    }
  }

  /// How a plugin's worker is doing has changed.
  package func pluginStatusChanged(_ id: LaneID, _ status: PluginStatus) {
    plugins.statusChanged(id, status)
  }

  /// What a plugin did to its workers is forgotten: buttons that they died on are tried again, each
  /// alone.
  package func pluginIsForgiven(_ id: LaneID) { plugins.isForgiven(id) }

  /// A plugin asks for an update of one button, or with handle 0 of all its buttons.
  package func updateRequested(_ id: LaneID, handle: UInt64) {
    plugins.updateRequested(id, handle: handle)
  }

  // MARK: Workers

  /// A lane's worker is alive and knows nothing yet: it is fed and all its buttons are asked for.
  package func laneReady(_ id: LaneID, now: UInt64) { plugins.laneReady(id) }

  /// A lane's worker is gone: what it was at work on waits for the next one, in silence for a
  /// while.
  package func laneDown(
    _ id: LaneID, status: PluginStatus, isHung: Bool = false, suspect: UInt64? = nil,
    poisoned: UInt64? = nil, now: UInt64
  ) {
    presses.dropGestures(of: plugins.lanes[id])
    snapshots.explainer.dropQueries(of: id)
    plugins.laneDown(
      id, status: status, isHung: isHung, suspect: suspect, poisoned: poisoned, now: now)
  }

  /// A lane's worker has answered a batch; the payload is not trusted.
  package func answer(_ id: LaneID, sequence: UInt32, payload: UnsafeRawBufferPointer) {
    let lane = plugins.lanes[id]
    switch plugins.answer(lane, sequence: sequence, payload: payload) {
    case .refused: return
    case .taken: break
    case .aside(let pass): snapshots.explainer.answered(id, sequence, pass)
    }
    plugins.continueRounds(after: lane)
  }

  /// A lane's worker says what a pointer's event means; the payload is not trusted.
  package func gestureAnswer(
    _ id: LaneID, sequence: UInt32, payload: UnsafeRawBufferPointer, now: UInt64
  ) {
    gestures.answer(id, sequence: sequence, payload: payload, now: now)
  }

  // MARK: Versions on trial

  /// A newer version of a lane's plugin has a worker that takes batches: the next tick asks it for
  /// all the lane's buttons, and what it makes of them is not shown.
  package func trialBegan(_ id: LaneID, _ descriptor: PluginDescriptor) -> TrialProgress {
    plugins.candidates.begin(id, descriptor)
  }

  /// The version on trial has answered its oldest batch; the payload is not trusted.
  package func trialAnswer(
    _ id: LaneID, sequence: UInt32, payload: UnsafeRawBufferPointer
  ) -> TrialProgress {
    plugins.candidates.answer(id, sequence: sequence, payload: payload)
  }

  /// The version on trial is gone, and the one in force stays.
  package func trialEnded(_ id: LaneID) { plugins.candidates.end(id) }

  /// The version on trial takes the lane over: its worker knows the state, and is asked for all
  /// buttons again, as they are now.
  ///
  /// What they show stays until it has answered; what the version before was at work on is asked for
  /// again.
  package func trialTookOver(_ id: LaneID, _ descriptor: PluginDescriptor, now: UInt64) {
    let candidate = plugins.candidates.take(id)
    pluginReplaced(id, descriptor, now: now)
    laneReady(id, now: now)
    guard let candidate else { return }
    let lane = plugins.lanes[id]
    lane.takeOver(candidate)
    lane.needsFullState = false
    lane.hasAnswered = true
  }

  // MARK: What is known of plugins

  /// A plugin, how it is doing, and what it has to do with.
  package struct PluginReport {
    package let descriptor: PluginDescriptor
    package let status: PluginStatus
    /// Buttons whose style or handler it has.
    package let buttons: Int
    /// Microseconds that its code has taken.
    package let handlerTime: UInt64
  }

  /// The plugins, in order of their lanes.
  package var pluginReports: [PluginReport] {
    plugins.lanes.all.map { lane in
      PluginReport(
        descriptor: lane.descriptor, status: lane.status, buttons: buttons.count(of: lane.id),
        handlerTime: lane.handlerMicroseconds)
    }
  }

  /// Milliseconds since 1970, told to plugins; set by the caller, which has a clock.
  package var wallClockMilliseconds: UInt64 {
    get { plugins.batches.wallClockMilliseconds }
    set { plugins.batches.wallClockMilliseconds = newValue }
  }
}
