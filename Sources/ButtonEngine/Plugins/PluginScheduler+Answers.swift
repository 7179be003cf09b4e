import ButtonModel
import ButtonProtocol
import ButtonStore
import PluginChannel

extension PluginScheduler {
  /// Takes the answer to the lane's oldest batch. The payload is untrusted.
  func answer(
    _ lane: Lane, sequence: UInt32, payload: UnsafeRawBufferPointer
  ) -> AnswerOutcome {
    do {
      try answers.read(payload, sequence, from: lane)
    } catch {
      reject(lane, error.message)
      return .refused
    }
    var names: [KeyID?] = []
    if !answers.decoder.newNames.isEmpty {
      names = answers.decoder.newNames.map { store.key(readName: $0) }
      for case let name? in names { lane.noteNamed(name) }
    }
    // A name whose id was freed meanwhile is counted twice.
    guard lane.namedKeyCount <= 2 * ChannelLimits.keys else {
      reject(lane, "named more than \(ChannelLimits.keys) keys")
      return .refused
    }
    var chunk = lane.outstanding.takeFirst()
    lane.hasAnswered = true
    if !chunk.isAside, !lane.isAwaited { context.statistics.lateAnswers += 1 }
    for index in chunk.items.indices {
      lane.handlerMicroseconds &+= UInt64(answers.decoder.items[index].microseconds)
      let item = chunk.items[index]
      guard let record = current(item), record.currentStage?.lane == lane.id else { continue }
      take(index, item, record, chunk, lane: lane, names: names)
    }
    swap(&itemScratch, &chunk.items)
    itemScratch.empty(keepingUpTo: 4_096)
    return chunk.isAside ? .aside(answers.singlePass()) : .taken
  }

  /// If the lane's batches of the tick are complete, sends the buttons that continue their round:
  /// all lanes of a button work for the same frame and see the same state.
  func continueRounds(after lane: Lane) {
    if lane.isAtWork { return }
    lanes.setAwaited(lane, false)
    guard clock.frame.isOpen else { return }
    for next in lanes.active where next.hasRoundToContinue {
      sendBatches(next, startsRounds: false)
    }
  }

  private func reject(_ lane: Lane, _ message: String) {
    context.actions.append(.violation(lane: lane.id, message: message))
  }

  /// `index` is the answer's place in the decoder.
  private func take(
    _ index: Int, _ item: Lane.Item, _ record: ButtonRecord, _ chunk: Lane.Chunk,
    lane: Lane, names: [KeyID?]
  ) {
    let answer = answers.decoder.items[index]
    if answer.isCrowdedOut, chunk.items.count > 1, !record.isSuspect {
      record.isSuspect = true
      return sendAgain(item.slot, record)
    }
    var keys: [KeyID] = []
    keys.reserveCapacity(answer.keys.count)
    for key in answers.decoder.keys[answer.keys] {
      if let known = key.knownID {
        keys.append(KeyID(rawValue: known))
      } else if let name = key.newIndex, let key = names[name] {
        keys.append(key)
      }
    }
    record.isSuspect = false
    record.itemsLeft -= 1
    let stageAnswer = StageAnswer(
      passes: answers.passes(answer, item, chunk), keys: keys, commit: chunk.commit,
      revision: chunk.revision, tick: chunk.tick, microseconds: answer.microseconds)
    if record.round.count > record.stage {
      record.round[record.stage].add(stageAnswer)
    } else {
      record.round.append(stageAnswer)
    }
    if answer.status < 0 {
      fail(
        item.slot, record, plugin: lane.descriptor.id, message: answer.failure)
    } else if record.itemsLeft > 0 {
      return
    } else if record.stage + 1 < record.stages.count {
      enqueue(item.slot, record, stage: record.stage + 1)
    } else {
      complete(item.slot, record)
    }
  }

  /// Shows a button after all its lanes have answered. A stale answer, if a key has changed since,
  /// is shown too, as it is newer than the current look; the button is then sent again.
  private func complete(_ slot: ButtonSlot, _ record: ButtonRecord) {
    swap(&record.answers, &record.round)
    record.round.empty()
    record.answersOtherDefinition = false
    buttons.track(slot, record)
    if let tick = outdated(record.answers) {
      context.statistics.staleAnswers += 1
      record.repeatAfter(tick)
    } else if lacksTraitSet(record) {
      record.repeatAfter(record.answers.map { $0.tick }.min() ?? clock.tickNumber)
    }
    presses.noteChange(of: slot)
    record.staleSince = nil
    looks.setStatus(slot, record, nil)
    finish(slot, record, revision: revision(record.answers))
  }

  /// Returns the revision of the oldest state that a plugin saw; 0 without plugins.
  private func revision(_ given: [StageAnswer]) -> UInt64 {
    var oldest: UInt64?
    for index in given.indices { oldest = min(oldest ?? .max, given[index].revision) }
    return oldest ?? 0
  }

  /// The button's look stays if possible, with a status. Keys read before the failure become
  /// dependencies, so that a change to them tries again.
  func fail(_ slot: ButtonSlot, _ record: ButtonRecord, plugin: String, message: String) {
    buttons.track(slot, record, also: record.round)
    if let tick = outdated(record.round) { record.repeatAfter(tick) }
    let hasAnswer = !record.answers.isEmpty
    record.takeLatestState()
    record.staleSince = nil
    looks.setStatus(
      slot, record,
      ButtonStatus(
        isStale: hasAnswer, isFallback: !hasAnswer, reason: .handlerFailed, plugin: plugin,
        message: message, since: clock.frameNumber + 1))
    finish(slot, record, revision: revision(record.answers))
  }

  /// The earliest tick of an answer that read keys which have changed since; nil without one.
  private func outdated(_ given: [StageAnswer]) -> UInt64? {
    var oldest: UInt64?
    for index in given.indices {
      let commit = given[index].commit
      guard given[index].keys.contains(where: { store.committedAt($0) > commit }) else {
        continue
      }
      oldest = min(oldest ?? .max, given[index].tick)
    }
    return oldest
  }

  /// Whether a trait set came into use after the batch was sent.
  private func lacksTraitSet(_ record: ButtonRecord) -> Bool {
    record.answers.indices.contains { index in
      record.answers[index].isPerTraitSet
        && traitSets.ids.contains { record.answers[index].pass(for: $0) == nil }
    }
  }
}
