import ButtonModel
import ButtonProtocol
import ButtonStore

extension Engine {
  /// A lane's worker has answered a batch; the payload is not trusted.
  package func answer(
    _ id: LaneID, sequence: UInt32, payload: UnsafeRawBufferPointer
  ) {
    let lane = self.lane(id)
    do {
      try read(payload, sequence, from: lane)
    } catch {
      actions.append(.violation(lane: id, message: error.message))
      return
    }
    var names: [KeyID?] = []
    if !answerDecoder.newNames.isEmpty {
      names = answerDecoder.newNames.map { key(readName: $0) }
      for case let name? in names { lane.noteNamed(name) }
    }
    // Names whose number was given back meanwhile are counted twice.
    guard lane.namedKeyCount <= 2 * ChannelLimits.keys else {
      let message = "named more than \(ChannelLimits.keys) keys"
      actions.append(.violation(lane: id, message: message))
      return
    }
    var chunk = lane.outstanding.takeFirst()
    lane.hasAnswered = true
    if !takeProbe(id, sequence), !chunk.isAside, !lane.isAwaited { statistics.lateAnswers += 1 }
    for index in chunk.items.indices {
      lane.handlerMicroseconds &+= UInt64(answerDecoder.items[index].microseconds)
      let item = chunk.items[index]
      guard let record = current(item), record.currentStage?.lane == id else { continue }
      take(index, item, record, chunk, lane: lane, names: names)
    }
    swap(&itemScratch, &chunk.items)
    itemScratch.empty(keepingUpTo: 4_096)
    if lane.isAtWork { return }
    lane.isAwaited = false
    // A button's second lane belongs to the same frame as its first, and sees the same state.
    guard frame.isOpen else { return }
    for next in lanes where next.hasRoundToContinue { sendBatches(next, startsRounds: false) }
  }

  /// Why an answer is none.
  struct Misanswer: Error {
    let message: String
  }

  /// Decodes what a worker answered to its oldest batch.
  func read(
    _ payload: UnsafeRawBufferPointer, _ sequence: UInt32, from lane: Lane
  ) throws(Misanswer) {
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
    // What it may not read it must not depend on either: it would learn when that changes.
    guard answerDecoder.keys.allSatisfy({ $0.knownID.map(lane.wasTold) ?? true }) else {
      throw Misanswer(message: "answered with the number of a key that it was not told of")
    }
    if let name = answerDecoder.newNames.first(where: { !lane.mayRead($0) }) {
      throw Misanswer(
        message: "read \(Excerpt(name.string)), which its manifest's reads do not cover")
    }
  }

  private func answersFit(_ chunk: Lane.Chunk) -> Bool {
    answerDecoder.commitSequence == chunk.commit && answerDecoder.items.count == chunk.items.count
      && chunk.items.indices.allSatisfy { index in
        let item = chunk.items[index]
        return item.handle == answerDecoder.items[index].handle
          && (!answerDecoder.items[index].readsTraits || answerDecoder.items[index].status < 0
            || answerDecoder.items[index].passes.count == item.traitMask.nonzeroBitCount)
      }
  }

  /// Takes what was answered for a button; `place` is where the decoder has it.
  private func take(
    _ place: Int, _ item: Lane.Item, _ record: ButtonRecord, _ chunk: Lane.Chunk,
    lane: Lane, names: [KeyID?]
  ) {
    let answer = answerDecoder.items[place]
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
        item.slot, record, plugin: lane.descriptor.id, message: answer.failure)
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
    record.round.empty()
    record.answersOtherDefinition = false
    track(slot, record, also: [])
    if let tick = outdated(record.answers) {
      statistics.staleAnswers += 1
      record.repeatAfter(tick)
    } else if lacksTraitSet(record) {
      record.repeatAfter(record.answers.map { $0.tick }.min() ?? tickNumber)
    }
    endRefusedPresses(of: slot, record)
    record.staleSince = nil
    setStatus(slot, record, nil)
    finish(slot, record, revision: revision(record.answers))
  }

  /// The revision of the oldest state that plugins saw; 0 without plugins.
  private func revision(_ answers: [StageAnswer]) -> UInt64 {
    var oldest: UInt64?
    for index in answers.indices { oldest = min(oldest ?? .max, answers[index].revision) }
    return oldest ?? 0
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
    finish(slot, record, revision: revision(record.answers))
  }

  /// Makes the keys of the flags and those that the plugins read the button's dependencies.
  func track(_ slot: ButtonSlot, _ record: ButtonRecord, also others: [StageAnswer]) {
    keyScratch.empty()
    for key in record.boundKeys { keyScratch.append(key) }
    for index in record.answers.indices {
      for key in record.answers[index].keys { keyScratch.append(key) }
    }
    for index in others.indices { for key in others[index].keys { keyScratch.append(key) } }
    keyScratch.withUnsafeBufferPointer { store.track(slot, $0) }
  }

  /// The tick in which the first of the answers was sent for which a key has changed since; nil when
  /// all are of the committed state.
  private func outdated(_ answers: [StageAnswer]) -> UInt64? {
    var oldest: UInt64?
    for index in answers.indices {
      let commit = answers[index].commit
      guard answers[index].keys.contains(where: { store.committedAt($0) > commit }) else {
        continue
      }
      oldest = min(oldest ?? .max, answers[index].tick)
    }
    return oldest
  }

  /// True when a trait set came into use after the batch had gone.
  private func lacksTraitSet(_ record: ButtonRecord) -> Bool {
    record.answers.indices.contains { index in
      record.answers[index].isPerTraitSet
        && traitSetIDs.contains { record.answers[index].pass(for: $0) == nil }
    }
  }

  /// The passes of an answer, by trait set where the item was asked for some of the sets only.
  private func passes(
    _ answer: AnswerItem, _ item: Lane.Item, _ chunk: Lane.Chunk
  ) -> StageAnswer.Passes {
    let isForAll = item.traitMask.nonzeroBitCount == chunk.traitSets.count
    if isForAll, !answer.readsTraits {
      return .shared(
        answer.passes.isEmpty ? AnswerPass() : answerDecoder.passes[answer.passes.lowerBound])
    }
    let passes = answerDecoder.passes[answer.passes]
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
