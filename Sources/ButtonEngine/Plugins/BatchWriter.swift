import ButtonModel
import ButtonProtocol
import ButtonResolver
import ButtonStore
import PluginChannel

/// Encodes the batches for a lane: the state changes its worker needs, and the buttons to resolve.
final class BatchWriter {
  private let context: EngineContext
  private let clock: TickClock
  private let store: Store
  private let lanes: LaneTable
  private let traitSets: TraitSetTable
  private var encoder = BatchEncoder()
  var wallClockMilliseconds: UInt64 = 0

  init(_ context: EngineContext, lanes: LaneTable, traitSets: TraitSetTable) {
    self.context = context
    clock = context.clock
    store = context.store
    self.lanes = lanes
    self.traitSets = traitSets
  }

  /// Sends a batch without buttons.
  func sendKeys(_ lane: Lane) {
    if !lane.hasKeys { return }
    var items: [Lane.Item] = []
    _ = beginBatchWithKeys(lane)
    finishBatch(lane, &items, isAside: true)
  }

  /// Adds the lane's pending changes of committed state; what does not fit is sent in batches
  /// before. Returns whether there were any.
  func beginBatchWithKeys(_ lane: Lane) -> Bool {
    beginBatch(lane)
    if !lane.hasKeys { return false }
    for key in lane.takeFreedKeys() where !encoder.forget(key: key.rawValue) {
      beginAnother(lane)
      _ = encoder.forget(key: key.rawValue)
    }
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

  /// If the batch is full, sends it and begins another. A value that does not fit a frame is absent
  /// for plugins, which must not go on with the old one.
  private func add(_ key: KeyID, _ value: StateValue?, _ lane: Lane) {
    if addKey(key, value, lane) { return }
    beginAnother(lane)
    if !addKey(key, value, lane) { _ = addKey(key, nil, lane) }
  }

  /// Sends what fits a batch without buttons.
  private func beginAnother(_ lane: Lane) {
    var items: [Lane.Item] = []
    finishBatch(lane, &items)
    beginBatch(lane)
  }

  func beginBatch(_ lane: Lane) {
    encoder.begin(
      sequence: lane.nextSequence,
      BatchHeader(
        commitSequence: store.commitSequence, revision: clock.committedRevision,
        nowMilliseconds: wallClockMilliseconds))
    for case let set? in traitSets.all { encoder.add(set.batchTraits) }
  }

  /// Writes the batch that accompanies a pointer event: the button alone at one of its stages, in
  /// the default traits; nil if it does not fit. Sends pending state changes before.
  func singleBatch(_ slot: ButtonSlot, _ record: ButtonRecord, stage: Int) -> [UInt8]? {
    let entry = record.stages[stage]
    let lane = lanes[entry.lane]
    sendKeys(lane)
    beginBatch(lane)
    let variant = Variant(traitSet: TraitSet.defaultID, traitMask: 1)
    let round = Array(record.answers.prefix(stage))
    guard addItem(slot, record, entry, variant, over: round) else { return nil }
    encoder.finish()
    return [UInt8](encoder.payload)
  }

  private func addKey(_ key: KeyID, _ value: StateValue?, _ lane: Lane) -> Bool {
    let isNew = !lane.announcedKeys.contains(key)
    let name = isNew ? store.readName(of: key) : nil
    guard encoder.add(key: key.rawValue, name: name, value: value) else { return false }
    if isNew { _ = lane.announcedKeys.insert(key) }
    return true
  }

  /// Adds the button, configured as the earlier stages left it; false if the batch is full.
  func addItem(
    _ slot: ButtonSlot, _ record: ButtonRecord, _ stage: ButtonRecord.Stage, _ variant: Variant,
    over round: [StageAnswer], handle: UInt64? = nil
  ) -> Bool {
    var properties = overlaid(
      group: record.groupProperties, configuration: record.configuration,
      stateValues: record.stateValues, state: record.state)
    for answer in round {
      if let pass = answer.pass(for: variant.traitSet) { properties.overlay(pass.properties) }
    }
    return encoder.add(
      BatchItem(
        handle: handle ?? record.handle(slot), state: record.state, isBusy: record.isBusy,
        isHovered: record.isHovered, role: record.role,
        style: stage.style == ButtonRecord.Stage.none ? nil : Int(stage.style),
        handler: stage.handler == ButtonRecord.Stage.none ? nil : Int(stage.handler),
        traitMask: variant.traitMask),
      id: record.id, parameters: record.arguments, configuration: properties,
      tints: record.tint == nil ? [] : tints(of: record))
  }

  /// Returns the button's tint on each display in use.
  private func tints(of record: ButtonRecord) -> [UInt32] {
    traitSets.all.compactMap { $0?.resolved(for: record.tint).tint }
  }

  /// No tick waits for a batch that `isAside`.
  func finishBatch(_ lane: Lane, _ items: inout [Lane.Item], isAside: Bool = false) {
    encoder.finish()
    let sequence = lane.takeSequence()
    let count = items.count
    lane.outstanding.append(
      Lane.Chunk(
        sequence: sequence, commit: store.commitSequence, revision: clock.committedRevision,
        tick: clock.tickNumber, traitSets: traitSets.ids, isAside: isAside, items: items))
    items = []
    let payload = [UInt8](encoder.payload)
    context.actions.append(
      lane.isOnTrial
        ? .sendTrial(lane: lane.id, sequence: sequence, items: count, payload: payload)
        : .sendBatch(lane: lane.id, sequence: sequence, items: count, payload: payload))
    context.statistics.batches += 1
  }
}
