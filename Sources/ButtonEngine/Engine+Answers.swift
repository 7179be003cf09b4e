import ButtonModel
import ButtonProtocol
import ButtonStore

extension Engine {
  /// A lane's worker has answered a batch; the payload is not trusted.
  package func answer(
    _ id: LaneID, sequence: UInt32, payload: UnsafeRawBufferPointer, now: UInt64
  ) {
    let lane = self.lane(id)
    let chunk: Lane.Chunk
    do {
      chunk = try read(payload, sequence, from: lanes[lane])
    } catch {
      actions.append(.violation(lane: id, message: error.message))
      return
    }
    let names = answerDecoder.newNames.map { key(readName: $0) }
    for case let name? in names { lanes[lane].noteNamed(name) }
    // Names whose number was given back meanwhile are counted twice.
    guard lanes[lane].namedKeyCount <= 2 * ChannelLimits.keys else {
      let message = "named more than \(ChannelLimits.keys) keys"
      actions.append(.violation(lane: id, message: message))
      return
    }
    lanes[lane].outstanding.removeFirst()
    lanes[lane].hasAnswered = true
    if !takeProbe(id, sequence), !lanes[lane].isAwaited { statistics.lateAnswers += 1 }
    for (item, answer) in zip(chunk.items, answerDecoder.items) {
      lanes[lane].handlerMicroseconds &+= UInt64(answer.microseconds)
      guard let record = current(item), record.currentStage?.lane == id else { continue }
      take(answer, item, record, chunk, lane: lane, names: names)
    }
    guard lanes[lane].outstanding.isEmpty else { return }
    lanes[lane].isAwaited = false
    // A button's second lane belongs to the same frame as its first, and sees the same state.
    if !frame.isOpen || store.hasUncommittedWrites { return }
    for next in lanes.indices where next != lane && lanes[next].hasBatch { sendBatches(next) }
  }

  /// Why an answer is none.
  struct Misanswer: Error {
    let message: String
  }

  /// Decodes what a worker answered to its oldest batch, which is returned.
  func read(
    _ payload: UnsafeRawBufferPointer, _ sequence: UInt32, from lane: borrowing Lane
  ) throws(Misanswer) -> Lane.Chunk {
    guard let chunk = lane.outstanding.first, chunk.sequence == sequence else {
      throw Misanswer(message: "answered batch \(sequence), not the next one")
    }
    do {
      try answerDecoder.decode(payload)
    } catch {
      throw Misanswer(message: "answered with a malformed frame: \(error)")
    }
    guard answersFit(chunk) else {
      throw Misanswer(message: "answered for other buttons than were sent")
    }
    return chunk
  }

  private func answersFit(_ chunk: Lane.Chunk) -> Bool {
    answerDecoder.commitSequence == chunk.commit && answerDecoder.items.count == chunk.items.count
      && zip(chunk.items, answerDecoder.items).allSatisfy { item, answer in
        item.handle == answer.handle
          && (!answer.readsTraits || answer.status < 0
            || answer.passes.count == item.traitMask.nonzeroBitCount)
      }
      && answerDecoder.keys.allSatisfy { key in
        key.knownID.map { store.isInUse(KeyID(rawValue: $0)) } ?? true
      }
  }

  private func take(
    _ answer: AnswerItem, _ item: Lane.Item, _ record: ButtonRecord, _ chunk: Lane.Chunk,
    lane: Int, names: [KeyID?]
  ) {
    var keys: [KeyID] = []
    keys.reserveCapacity(answer.keys.count)
    for key in answerDecoder.keys[answer.keys] {
      if let known = key.knownID {
        keys.append(KeyID(rawValue: known))
      } else if let place = key.newIndex, let key = names[place] {
        keys.append(key)
      }
    }
    record.isSuspect = false
    record.itemsLeft -= 1
    let stageAnswer = StageAnswer(
      passes: passes(answer, item, chunk), keys: keys, commit: chunk.commit,
      revision: chunk.revision, tick: chunk.tick, microseconds: answer.microseconds)
    if record.round.count > record.stage {
      record.round[record.stage].add(stageAnswer)
    } else {
      record.round.append(stageAnswer)
    }
    if answer.status < 0 {
      fail(
        item.slot, record, plugin: lanes[lane].descriptor.id, message: answer.failure)
    } else if record.itemsLeft > 0 {
      return
    } else if record.stage + 1 < record.stages.count {
      enqueue(item.slot, record, stage: record.stage + 1)
    } else {
      complete(item.slot, record)
    }
  }

  /// All lanes of a button have answered.
  ///
  /// The answer is stale if a key that was read has been committed anew since it was sent: it is
  /// shown all the same, as it is newer than the look on show, and the button is asked for again.
  private func complete(_ slot: ButtonSlot, _ record: ButtonRecord) {
    swap(&record.answers, &record.round)
    record.round.removeAll(keepingCapacity: true)
    record.answersOtherDefinition = false
    track(slot, record, also: [])
    if let tick = outdated(record.answers) {
      statistics.staleAnswers += 1
      record.repeatAfter(tick)
    } else if lacksTraitSet(record) {
      record.repeatAfter(record.answers.map(\.tick).min() ?? tickNumber)
    }
    if presses.isHeld(slot), isBusyNow(record) { cancelPresses(of: slot, record) }
    record.staleSince = nil
    setStatus(slot, record, nil)
    finish(slot, record, revision: record.answers.map(\.revision).min() ?? 0)
  }

  /// A plugin failed on a button: what it shows stays as it can, with a status. What was read before
  /// the failure is a dependency besides the earlier ones, so that the button recovers.
  func fail(_ slot: ButtonSlot, _ record: ButtonRecord, plugin: String, message: String) {
    track(slot, record, also: record.round)
    if let tick = outdated(record.round) { record.repeatAfter(tick) }
    let hasAnswer = !record.answers.isEmpty
    record.takeLatestState()
    record.staleSince = nil
    setStatus(
      slot, record,
      ButtonStatus(
        isStale: hasAnswer, isFallback: !hasAnswer, reason: .handlerFailed, plugin: plugin,
        message: message, since: tick + 1))
    finish(slot, record, revision: record.answers.map(\.revision).min() ?? 0)
  }

  /// Makes the keys of the flags and those that the plugins read the button's dependencies.
  func track(_ slot: ButtonSlot, _ record: ButtonRecord, also others: [StageAnswer]) {
    keyScratch.removeAll(keepingCapacity: true)
    keyScratch.append(contentsOf: record.boundKeys)
    for answer in record.answers { keyScratch.append(contentsOf: answer.keys) }
    for answer in others { keyScratch.append(contentsOf: answer.keys) }
    keyScratch.withUnsafeBufferPointer { store.track(slot, $0) }
  }

  /// The tick in which the first of the answers was sent for which a key has changed since; nil when
  /// all are of the committed state.
  private func outdated(_ answers: [StageAnswer]) -> UInt64? {
    var oldest: UInt64?
    for answer in answers
    where answer.keys.contains(where: { store.committedAt($0) > answer.commit }) {
      oldest = min(oldest ?? answer.tick, answer.tick)
    }
    return oldest
  }

  /// True when a trait set came into use after the batch had gone.
  private func lacksTraitSet(_ record: ButtonRecord) -> Bool {
    record.answers.contains { answer in
      traitSets.contains { set in set.map { answer.pass(for: $0.id) == nil } ?? false }
    }
  }

  /// The passes of an answer, by trait set where the item was asked for some of the sets only.
  private func passes(
    _ answer: AnswerItem, _ item: Lane.Item, _ chunk: Lane.Chunk
  ) -> StageAnswer.Passes {
    let passes = answerDecoder.passes[answer.passes]
    let isForAll = item.traitMask.nonzeroBitCount == chunk.traitSets.count
    if isForAll, !answer.readsTraits { return .shared(passes.first ?? AnswerPass()) }
    var found: [(id: UInt64, pass: AnswerPass)] = []
    var mask = item.traitMask
    for pass in 0..<mask.nonzeroBitCount {
      let place = answer.readsTraits ? passes.startIndex + pass : passes.startIndex
      found.append(
        (
          id: chunk.traitSets[mask.trailingZeroBitCount],
          pass: place < passes.endIndex ? passes[place] : AnswerPass()
        ))
      mask &= mask &- 1
    }
    return .perTraitSet(found)
  }
}
