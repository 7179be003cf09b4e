import ButtonProtocol
import ButtonStore

extension Engine {
  /// True when a request cannot be answered in full without asking a worker.
  func isProbeDue(_ snapshot: PendingSnapshot) -> Bool { probeStage(snapshot) != nil }

  /// True when the worker can be asked now.
  func canProbe(_ snapshot: PendingSnapshot) -> Bool {
    guard let stage = probeStage(snapshot), let record = probedRecord(snapshot) else {
      return false
    }
    let lane = lane(record.stages[stage].lane)
    return !store.hasUncommittedWrites && lane.canTakeBatch && lane.outstanding.isEmpty
  }

  /// Asks for what a style makes of a button without the handler of the same plugin; false when there
  /// is nothing to ask, or nobody.
  ///
  /// The button goes out under a number that no button has, so that nothing the plugin does for it
  /// is taken for the real one's.
  func sendProbe(_ request: ExplainRequest, _ snapshot: PendingSnapshot) -> Bool {
    guard canProbe(snapshot), let stage = probeStage(snapshot),
      let record = probedRecord(snapshot), let slot = slots[request.id],
      let set = traitSets[snapshot.traitSet]
    else { return false }
    var place = record.stages[stage]
    place.handler = ButtonRecord.Stage.none
    let id = place.lane
    let lane = self.lane(id)
    let position = traitSets[..<snapshot.traitSet].count { $0 != nil }
    let variant = Variant(traitSet: set.id, traitMask: 1 << UInt16(position))
    _ = beginBatchWithKeys(lane)
    let round = Array(record.answers.prefix(stage))
    let handle = UInt64(slot.rawValue)
    var items: [Lane.Item] = []
    let fits = addItem(slot, record, place, variant, over: round, handle: handle)
    if fits {
      items.append(Lane.Item(slot: slot, handle: handle, traitMask: variant.traitMask))
    }
    finishBatch(lane, &items, isAside: true)
    guard fits, let sequence = lane.outstanding.last?.sequence else { return false }
    probes.append(
      Probe(
        request: request, ticket: snapshot.ticket, traitSet: snapshot.traitSet, stage: stage,
        lane: id, sequence: sequence, generation: record.generation))
    return true
  }

  /// A batch was answered: if it was a probe's, its request is, too. False for other batches.
  func takeProbe(_ id: LaneID, _ sequence: UInt32) -> Bool {
    guard let index = probes.firstIndex(where: { $0.lane == id && $0.sequence == sequence })
    else { return false }
    let probe = probes.remove(at: index)
    var apart: [Int: AnswerPass] = [:]
    // The button may have another definition by now, or its style may have failed.
    if let item = answerDecoder.items.first, item.status >= 0, let slot = slots[probe.request.id],
      records[Int(slot.rawValue)]?.generation == probe.generation
    {
      apart[probe.stage] = answerDecoder.passes[item.passes].first
    }
    answerExplain(probe.request, probe.ticket, probe.traitSet, apart: apart)
    return true
  }

  /// A worker is gone: requests that waited for it are answered without it.
  func dropProbes(of id: LaneID) {
    let lost = probes.filter { $0.lane == id }
    probes.removeAll { $0.lane == id }
    for probe in lost { answerExplain(probe.request, probe.ticket, probe.traitSet, apart: [:]) }
  }

  /// A connection is gone.
  func dropProbes(askedBy connection: ConnectionID) {
    for probe in probes where probe.ticket.connection == connection {
      releaseTraitSet(probe.traitSet, connection)
    }
    probes.removeAll { $0.ticket.connection == connection }
  }

  /// The stage at which a style and a handler of one plugin have answered together.
  private func probeStage(_ snapshot: PendingSnapshot) -> Int? {
    guard let record = probedRecord(snapshot), let set = traitSets[snapshot.traitSet],
      !lacksAnswer(record, set)
    else { return nil }
    return record.stages.indices.first { stage in
      record.stages[stage].hasBoth && stage < record.answers.count
    }
  }

  private func probedRecord(_ snapshot: PendingSnapshot) -> ButtonRecord? {
    guard case .explain(let request) = snapshot.kind, let slot = slots[request.id] else {
      return nil
    }
    return records[Int(slot.rawValue)]
  }
}
