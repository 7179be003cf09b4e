import ButtonModel
import ButtonProtocol
import ButtonStore

extension Engine {
  /// A newer version of a lane's plugin has a worker that takes batches: the next tick asks it for all
  /// the lane's buttons, and what it makes of them is shown to nobody.
  ///
  /// It passes at once when the lane has no buttons.
  package func trialBegan(_ id: LaneID, _ descriptor: PluginDescriptor) -> TrialProgress {
    trialEnded(id)
    let hasButtons = records.contains { $0?.stages.contains { $0.lane == id } ?? false }
    guard hasButtons else { return .passed }
    trials.append(Trial(id: id, descriptor: descriptor))
    return .goesOn
  }

  /// The version on trial has answered its oldest batch; the payload is not trusted.
  package func trialAnswer(
    _ id: LaneID, sequence: UInt32, payload: UnsafeRawBufferPointer
  ) -> TrialProgress {
    guard let index = trials.firstIndex(where: { $0.id == id }) else { return .goesOn }
    do {
      try read(payload, sequence, from: trials[index].lane)
    } catch {
      return .failed(error.message)
    }
    let chunk = trials[index].lane.outstanding.takeFirst()
    for (item, answer) in zip(chunk.items, answerDecoder.items) where answer.status < 0 {
      // What the version in force cannot do either is no reason to stay with it.
      guard let record = record(handle: item.handle), record.status?.reason != .handlerFailed
      else { continue }
      return .failed("button \(record.id.string): \(answer.failure)")
    }
    return trials[index].lane.outstanding.isEmpty ? .passed : .goesOn
  }

  /// The version on trial is gone, and the one in force stays.
  package func trialEnded(_ id: LaneID) {
    trials.removeAll { $0.id == id }
  }

  /// The version on trial takes the lane over: its worker knows the state, and is asked for all buttons
  /// again, as they are now. What they show stays until it has answered, and is published where it
  /// differs; what the version before was at work on is asked for anew.
  package func trialTookOver(_ id: LaneID, _ descriptor: PluginDescriptor, now: UInt64) {
    let trial = trials.first { $0.id == id && $0.isSent }
    trialEnded(id)
    pluginReplaced(id, descriptor, now: now)
    laneReady(id, now: now)
    guard let trial else { return }
    let lane = self.lane(id)
    lane.takeOver(trial.lane)
    lane.isHungry = false
    lane.hasAnswered = true
  }

  /// Asks the versions that have not been asked yet.
  func sendTrials() {
    for index in trials.indices where !trials[index].isSent {
      trials[index].isSent = true
      feedAll(trials[index].lane)
      ask(trials[index].lane, insteadOf: lane(trials[index].id).descriptor)
    }
  }

  /// Sends all that a lane on trial must know, and all buttons that the version in force has.
  private func ask(_ lane: Lane, insteadOf old: PluginDescriptor) {
    var items: [Lane.Item] = []
    _ = beginBatchWithKeys(lane)
    for index in records.indices {
      guard let record = records[index], !record.isPoisoned,
        let place = record.stages.firstIndex(where: { $0.lane == lane.id }),
        let stage = stage(record.stages[place], from: old, to: lane.descriptor)
      else { continue }
      let slot = ButtonSlot(rawValue: UInt32(index))
      let variant = Variant.usual(traitSetIDs.count)
      let round = Array(record.answers.prefix(place))
      if !addItem(slot, record, stage, variant, over: round) {
        finishBatch(lane, &items)
        beginBatch(lane)
        guard addItem(slot, record, stage, variant, over: round) else { continue }
      }
      items.append(
        Lane.Item(slot: slot, handle: record.handle(slot), traitMask: variant.traitMask))
    }
    finishBatch(lane, &items)
  }

  /// The same style and handler in another version of the plugin; nil where it has them no more.
  private func stage(
    _ stage: ButtonRecord.Stage, from old: PluginDescriptor, to new: PluginDescriptor
  ) -> ButtonRecord.Stage? {
    var stage = stage
    if stage.style != ButtonRecord.Stage.none {
      let name = old.styles[Int(stage.style)].name
      guard let style = new.styles.firstIndex(where: { $0.name == name }) else { return nil }
      stage.style = UInt16(style)
    }
    if stage.handler != ButtonRecord.Stage.none {
      let name = old.handlers[Int(stage.handler)].name
      guard let handler = new.handlers.firstIndex(where: { $0.name == name }) else { return nil }
      stage.handler = UInt16(handler)
    }
    return stage
  }
}
