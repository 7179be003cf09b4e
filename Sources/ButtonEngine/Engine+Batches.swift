import ButtonModel
import ButtonProtocol
import ButtonResolver
import ButtonStore

extension Engine {
  /// Sends everything that waits for a lane, in chunks, and lets the present frame wait for it; in the
  /// middle of a tick only what continues a round, as rounds start with a tick.
  func sendBatches(_ lane: Lane, startsRounds: Bool = true) {
    var queue: [ButtonSlot] = []
    swap(&queue, &queueScratch)
    swap(&queue, &lane.queue)
    lane.hasContinuation = false
    defer {
      queue.empty(keepingUpTo: 4_096)
      queueScratch = queue
    }
    var items: [Lane.Item] = []
    swap(&items, &itemScratch)
    var suspects: [ButtonSlot] = []
    let hasKeys = beginBatchWithKeys(lane)
    for slot in queue {
      guard let record = waiting(slot, lane: lane) else { continue }
      if !startsRounds, record.stage == 0 {
        lane.queue.append(slot)
      } else if record.isSuspect {
        suspects.append(slot)
      } else {
        send(slot, record, lane, &items)
      }
    }
    if hasKeys || !items.isEmpty { finishBatch(lane, &items) }
    for slot in suspects {
      guard let record = waiting(slot, lane: lane) else { continue }
      beginBatch(lane)
      send(slot, record, lane, &items)
      if !items.isEmpty { finishBatch(lane, &items) }
    }
    lane.isAwaited = frame.isOpen && lane.isAtWork
  }

  /// Tells a lane what it has still to be told of the state, without asking anything.
  private func sendKeys(_ lane: Lane) {
    if lane.pendingKeys.isEmpty { return }
    var items: [Lane.Item] = []
    _ = beginBatchWithKeys(lane)
    finishBatch(lane, &items, isAside: true)
  }

  /// Begins a batch with what the lane has still to be told of the committed state; what does not fit
  /// goes out before. True when there was something.
  func beginBatchWithKeys(_ lane: Lane) -> Bool {
    beginBatch(lane)
    if lane.pendingKeys.isEmpty { return false }
    let hasWrites = store.hasUncommittedWrites
    if hasWrites {
      store.forEachUncommitted { key, committed in
        if lane.isPending(key) { add(key, committed, lane) }
      }
    }
    for key in lane.pendingKeys where !(hasWrites && store.isUncommitted(key)) {
      add(key, store.value(of: key), lane)
    }
    lane.removePendingKeys()
    return true
  }

  /// Adds a key to the batch or, when that is full, to another.
  private func add(_ key: KeyID, _ value: StateValue?, _ lane: Lane) {
    if addKey(key, value, lane) { return }
    var items: [Lane.Item] = []
    finishBatch(lane, &items)
    beginBatch(lane)
    _ = addKey(key, value, lane)
  }

  /// Asks a lane for a button: once for all trait sets, unless the lanes before it made different
  /// things of the button for them.
  private func send(
    _ slot: ButtonSlot, _ record: ButtonRecord, _ lane: Lane, _ items: inout [Lane.Item]
  ) {
    record.phase = .inFlight
    if record.round.contains(where: \.isPerTraitSet) {
      let variants = variants(record)
      record.itemsLeft = UInt8(variants.count)
      for variant in variants where record.phase == .inFlight {
        send(slot, record, variant, lane, &items)
      }
    } else {
      record.itemsLeft = 1
      send(slot, record, .usual(traitSetIDs.count), lane, &items)
    }
  }

  /// Adds a button to the batch or, when that is full, to another.
  private func send(
    _ slot: ButtonSlot, _ record: ButtonRecord, _ variant: Variant, _ lane: Lane,
    _ items: inout [Lane.Item]
  ) {
    guard let stage = record.currentStage else {
      preconditionFailure("a button in a lane's queue has a stage there")
    }
    if !addItem(slot, record, stage, variant, over: record.round) {
      finishBatch(lane, &items)
      beginBatch(lane)
      guard addItem(slot, record, stage, variant, over: record.round) else {
        return refuse(slot, record, lane)
      }
    }
    items.append(
      Lane.Item(slot: slot, handle: record.handle(slot), traitMask: variant.traitMask))
  }

  func beginBatch(_ lane: Lane) {
    batchEncoder.begin(
      sequence: lane.nextSequence,
      BatchHeader(
        commitSequence: store.commitSequence, revision: committedRevision,
        nowMilliseconds: wallClockMilliseconds))
    for case let set? in traitSets { batchEncoder.add(set.batchTraits) }
  }

  /// The payload of a batch with one button alone at one of its stages and in the default traits, for
  /// an event that the stage's lane is told with it; nil when the button does not fit. What the lane
  /// has still to be told of the state goes out before.
  func singleBatch(_ slot: ButtonSlot, _ record: ButtonRecord, stage: Int) -> [UInt8]? {
    let place = record.stages[stage]
    let lane = self.lane(place.lane)
    sendKeys(lane)
    beginBatch(lane)
    let variant = Variant(traitSet: TraitSet.defaultID, traitMask: 1)
    let round = Array(record.answers.prefix(stage))
    guard addItem(slot, record, place, variant, over: round) else { return nil }
    batchEncoder.finish()
    return [UInt8](batchEncoder.payload)
  }

  private func addKey(_ key: KeyID, _ value: StateValue?, _ lane: Lane) -> Bool {
    let isNew = !lane.announcedKeys.contains(key)
    let name = isNew ? readName(of: key) : nil
    guard batchEncoder.add(key: key.rawValue, name: name, value: value) else { return false }
    if isNew { _ = lane.announcedKeys.insert(key) }
    return true
  }

  /// Adds a button with the configuration as the lanes before this stage leave it; false when the
  /// batch is full.
  func addItem(
    _ slot: ButtonSlot, _ record: ButtonRecord, _ stage: ButtonRecord.Stage, _ variant: Variant,
    over round: [StageAnswer], handle: UInt64? = nil
  ) -> Bool {
    var properties = overlaid(
      configuration: record.definition.configuration?.properties,
      stateValues: record.definition.stateValues, state: record.state)
    for answer in round {
      if let pass = answer.pass(for: variant.traitSet) { properties.overlay(pass.properties) }
    }
    return batchEncoder.add(
      BatchItem(
        handle: handle ?? record.handle(slot), state: record.state, isBusy: record.isBusy,
        role: record.definition.role,
        style: stage.style == ButtonRecord.Stage.none ? nil : Int(stage.style),
        handler: stage.handler == ButtonRecord.Stage.none ? nil : Int(stage.handler),
        traitMask: variant.traitMask),
      id: record.id, parameters: record.parameters, configuration: properties)
  }

  /// Sends the batch; `isAside` is for one that no tick waits for.
  func finishBatch(_ lane: Lane, _ items: inout [Lane.Item], isAside: Bool = false) {
    batchEncoder.finish()
    let sequence = lane.takeSequence()
    let count = items.count
    lane.outstanding.append(
      Lane.Chunk(
        sequence: sequence, commit: store.commitSequence, revision: committedRevision,
        tick: tickNumber, traitSets: traitSetIDs, isAside: isAside, items: items))
    items = []
    let payload = [UInt8](batchEncoder.payload)
    actions.append(
      lane.isOnTrial
        ? .sendTrial(lane: lane.id, sequence: sequence, items: count, payload: payload)
        : .sendBatch(lane: lane.id, sequence: sequence, items: count, payload: payload))
    statistics.batches += 1
  }

  /// A button that fits no frame shows what it can, and says why.
  private func refuse(_ slot: ButtonSlot, _ record: ButtonRecord, _ lane: Lane) {
    fail(
      slot, record, plugin: lane.descriptor.id,
      message: "the button's configuration and parameters do not fit a batch of 1 MiB")
  }
}
