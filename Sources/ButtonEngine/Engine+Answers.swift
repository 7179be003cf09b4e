import ButtonModel
import ButtonProtocol
import ButtonStore

extension Engine {
  /// A lane's worker has answered a batch; the payload is not trusted.
  package func answer(
    _ id: LaneID, sequence: UInt32, payload: UnsafeRawBufferPointer, now: UInt64
  ) {
    let lane = self.lane(id)
    guard let chunk = lanes[lane].outstanding.first, chunk.sequence == sequence else {
      actions.append(.violation(lane: id, message: "answered batch \(sequence), not the next one"))
      return
    }
    do {
      try answerDecoder.decode(payload)
    } catch {
      actions.append(.violation(lane: id, message: "answered with a malformed frame: \(error)"))
      return
    }
    guard answersFit(chunk) else {
      actions.append(.violation(lane: id, message: "answered for other buttons than were sent"))
      return
    }
    let names = answerDecoder.newNames.map { stateKey(readName: $0) }
    lanes[lane].outstanding.removeFirst()
    lanes[lane].hasAnswered = true
    let isLate = !lanes[lane].isAwaited
    if isLate { statistics.lateAnswers += 1 }
    for (item, answer) in zip(chunk.items, answerDecoder.items) {
      guard let record = current(item) else { continue }
      take(answer, item.slot, record, chunk, lane: lane, names: names, isLate: isLate)
    }
    if lanes[lane].outstanding.isEmpty { lanes[lane].isAwaited = false }
    for next in lanes.indices
    where next != lane && frame.isOpen && lanes[next].canTakeBatch && !lanes[next].queue.isEmpty
      && lanes[lane].outstanding.isEmpty
    {
      sendBatches(next)
    }
  }

  private func answersFit(_ chunk: Lane.Chunk) -> Bool {
    answerDecoder.commitSequence == chunk.commit && answerDecoder.items.count == chunk.items.count
      && zip(chunk.items, answerDecoder.items).allSatisfy { $0.handle == $1.handle }
      && answerDecoder.keys.allSatisfy { key in
        key.knownID.map { store.isInUse(KeyID(rawValue: $0)) } ?? true
      }
  }

  /// The key that a plugin read by this name; nil for what is not state.
  private func stateKey(readName: UTF8String) -> KeyID? {
    readName.bytes.withUnsafeBytes { bytes in
      guard let name = ReadName.stateKey(bytes), StateKey.isValid(name) else { return nil }
      return store.intern(name)
    }
  }

  private func take(
    _ item: AnswerItem, _ slot: ButtonSlot, _ record: ButtonRecord, _ chunk: Lane.Chunk,
    lane: Int, names: [KeyID?], isLate: Bool
  ) {
    keyScratch.removeAll(keepingCapacity: true)
    for key in answerDecoder.keys[item.keys] {
      if let known = key.knownID {
        keyScratch.append(KeyID(rawValue: known))
      } else if let place = key.newIndex, let key = names[place] {
        keyScratch.append(key)
      }
    }
    guard item.status >= 0 else {
      if keyScratch.contains(where: { store.committedAt($0) > chunk.commit }) {
        store.markDirty(slot)
      }
      trackFailure(slot)
      setFailed(
        slot, record, plugin: lanes[lane].descriptor.id,
        message: item.message.isEmpty ? "failed with status \(item.status)" : item.message.string)
      return
    }
    record.round.append(
      StageAnswer(passes: passes(item, chunk), keys: keyScratch, commit: chunk.commit))
    if Int(record.stage) + 1 < record.stages.count {
      enqueue(slot, record, stage: Int(record.stage) + 1)
    } else {
      complete(slot, record, lateRevision: isLate ? chunk.revision : 0)
    }
  }

  /// All lanes of a button have answered.
  ///
  /// The answer is stale if a key that was read has been committed anew since it was sent: it is shown
  /// all the same, as it is newer than the look on show, and the button is asked for again.
  private func complete(_ slot: ButtonSlot, _ record: ButtonRecord, lateRevision: UInt64) {
    swap(&record.answers, &record.round)
    record.round.removeAll(keepingCapacity: true)
    keyScratch.removeAll(keepingCapacity: true)
    keyScratch.append(contentsOf: record.boundKeys)
    for answer in record.answers { keyScratch.append(contentsOf: answer.keys) }
    track(slot, keys: keyScratch)
    if readsChanged(record) {
      statistics.staleAnswers += 1
      store.markDirty(slot)
    } else if lacksTraitSet(record) {
      store.markDirty(slot)
    }
    setStatus(slot, record, nil)
    finish(slot, record, lateRevision: lateRevision)
  }

  /// True when a trait set came into use after the batch had gone.
  private func lacksTraitSet(_ record: ButtonRecord) -> Bool {
    record.answers.contains { answer in
      traitSets.contains { set in set.map { answer.pass(for: $0.id) == nil } ?? false }
    }
  }

  /// A plugin failed on a button: what it shows stays as it can, with a status.
  func setFailed(_ slot: ButtonSlot, _ record: ButtonRecord, plugin: String, message: String) {
    let hasAnswer = !record.answers.isEmpty
    finish(slot, record, lateRevision: 0)
    setStatus(
      slot, record,
      ButtonStatus(
        isStale: hasAnswer, isFallback: !hasAnswer, reason: .handlerFailed, plugin: plugin,
        message: message, since: tick + 1))
  }

  /// What was read before a failure is a dependency besides the earlier ones, so that the button
  /// recovers.
  private func trackFailure(_ slot: ButtonSlot) {
    for index in 0..<store.dependencyCount(of: slot) {
      keyScratch.append(store.dependency(index, of: slot))
    }
    track(slot, keys: keyScratch)
  }

  func track(_ slot: ButtonSlot, keys: [KeyID]) {
    keys.withUnsafeBufferPointer { store.track(slot, $0) }
  }

  private func passes(_ item: AnswerItem, _ chunk: Lane.Chunk) -> StageAnswer.Passes {
    let passes = answerDecoder.passes[item.passes]
    if item.readsTraits {
      return .perTraitSet(zip(chunk.traitSets, passes).map { (id: $0, pass: $1) })
    }
    return .shared(passes.first ?? AnswerPass())
  }
}
