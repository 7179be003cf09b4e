package import ButtonModel
import ButtonProtocol
import ButtonStore

/// Plugins and their workers.
extension Engine {
  /// Creates the plugin's lane. Buttons that name the plugin wait for its worker.
  package func pluginInstalled(_ descriptor: PluginDescriptor, now: UInt64) -> LaneID {
    let lane = plugins.lanes.append(
      descriptor, graceEnds: now &+ context.settings.startingDeadline)
    plugins.feed.forgetAudiences()
    for slot in buttons.unroutedSlots {
      guard let record = buttons[slot], record.problem != nil else { continue }
      definers.buttons.reroute(slot, record)
    }
    committer.finish()
    return lane.id
  }

  /// The lane waits for the new worker, and its buttons are rerouted to the new plugin's styles and
  /// handlers, with its parameters. Looks stay until the worker answers; buttons whose style or
  /// handler is gone show the fallback.
  package func pluginReplaced(_ id: LaneID, _ descriptor: PluginDescriptor, now: UInt64) {
    let lane = plugins.lanes[id]
    if lane.isReady { laneDown(id, status: lane.status, now: now) }
    let hasOtherName =
      lane.descriptor.id != descriptor.id || lane.descriptor.shortName != descriptor.shortName
    lane.descriptor = descriptor
    plugins.feed.forgetAudiences()
    for slot in hasOtherName ? buttons.allSlots : buttons.slots(reroutedWith: id) {
      guard let record = buttons[slot] else { continue }
      definers.buttons.reroute(slot, record, replaced: id)
    }
    committer.finish()
  }

  package func pluginStatusChanged(_ id: LaneID, _ status: PluginStatus) {
    plugins.statusChanged(id, status)
  }

  /// After a reset, buttons that the plugin's workers crashed on are tried again, one at a time.
  package func pluginIsForgiven(_ id: LaneID) { plugins.isForgiven(id) }

  /// Handle 0 stands for all of the plugin's buttons.
  package func updateRequested(_ id: LaneID, handle: UInt64) {
    plugins.updateRequested(id, handle: handle)
  }

  // MARK: Workers

  /// The new worker is sent the state and all buttons of the lane.
  package func laneReady(_ id: LaneID) { plugins.laneReady(id) }

  /// Unanswered buttons wait for the next worker, and keep their status for a grace period.
  package func laneDown(
    _ id: LaneID, status: PluginStatus, isHung: Bool = false, suspect: UInt64? = nil,
    poisoned: UInt64? = nil, now: UInt64
  ) {
    activePresses.dropGestures(of: plugins.lanes[id])
    snapshots.explainer.dropQueries(of: id)
    plugins.laneDown(
      id, status: status, isHung: isHung, suspect: suspect, poisoned: poisoned, now: now)
  }

  /// The payload is untrusted.
  package func answer(_ id: LaneID, sequence: UInt32, payload: UnsafeRawBufferPointer) {
    let lane = plugins.lanes[id]
    switch plugins.answer(lane, sequence: sequence, payload: payload) {
    case .refused: return
    case .taken: break
    case .aside(let pass): snapshots.explainer.answered(id, sequence, pass)
    }
    committer.finish()
    plugins.continueRounds(after: lane)
  }

  /// The payload is untrusted.
  package func gestureAnswer(
    _ id: LaneID, sequence: UInt32, payload: UnsafeRawBufferPointer, now: UInt64
  ) {
    // The action that the style may trigger reads derived keys.
    settle()
    gestures.answer(id, sequence: sequence, payload: payload, now: now)
  }

  // MARK: Versions on trial

  /// The next tick sends the candidate all of the lane's buttons. Answers are checked, not shown.
  package func trialBegan(_ id: LaneID, _ descriptor: PluginDescriptor) -> TrialProgress {
    plugins.candidates.begin(id, descriptor)
  }

  /// The answer to the oldest batch. The payload is untrusted.
  package func trialAnswer(
    _ id: LaneID, sequence: UInt32, payload: UnsafeRawBufferPointer
  ) -> TrialProgress {
    plugins.candidates.answer(id, sequence: sequence, payload: payload)
  }

  /// The current version stays.
  package func trialEnded(_ id: LaneID) { plugins.candidates.end(id) }

  /// The version on trial takes over the lane. Its worker knows the state and is sent all buttons
  /// again, also those that the old version has not answered. Looks stay until it answers.
  package func trialTookOver(_ id: LaneID, _ descriptor: PluginDescriptor, now: UInt64) {
    let candidate = plugins.candidates.take(id)
    pluginReplaced(id, descriptor, now: now)
    laneReady(id)
    guard let candidate else { return }
    let lane = plugins.lanes[id]
    lane.takeOver(candidate)
    lane.needsFullState = false
    lane.hasAnswered = true
  }

  // MARK: What is known of plugins

  /// A plugin, its status and its use.
  package struct PluginReport {
    package let descriptor: PluginDescriptor
    package let status: PluginStatus
    /// The number of buttons with a style or handler of the plugin.
    package let buttons: Int
    /// Time spent in the plugin's code, in microseconds.
    package let handlerTime: UInt64
  }

  /// In order of their lanes.
  package var pluginReports: [PluginReport] {
    plugins.lanes.all.map { lane in
      PluginReport(
        descriptor: lane.descriptor, status: lane.status, buttons: buttons.count(of: lane.id),
        handlerTime: lane.handlerMicroseconds)
    }
  }

  /// Sent to plugins, in milliseconds since 1970. Set by the caller.
  package var wallClockMilliseconds: UInt64 {
    get { plugins.batches.wallClockMilliseconds }
    set { plugins.batches.wallClockMilliseconds = newValue }
  }
}
