import ButtonModel
import ButtonProtocol
import ButtonResolver
import ButtonStore
import PluginChannel

/// Encodes what goes to a lane: what it must be told of the state, and the buttons that it is asked for.
final class BatchWriter {
  private let context: EngineContext
  private let clock: TickClock
  private let store: Store
  private let lanes: LaneTable
  private let traitSets: TraitSetTable
  private var encoder = BatchEncoder()
  /// Milliseconds since 1970, told to plugins.
  var wallClockMilliseconds: UInt64 = 0

  /// A writer for these lanes.
  init(_ context: EngineContext, lanes: LaneTable, traitSets: TraitSetTable) {
    self.context = context
    clock = context.clock
    store = context.store
    self.lanes = lanes
    self.traitSets = traitSets
  }

  /// Tells a lane what it has still to be told of the state, without asking anything.
  func sendKeys(_ lane: Lane) {
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

  /// Begins a batch to a lane.
  func beginBatch(_ lane: Lane) {
    encoder.begin(
      sequence: lane.nextSequence,
      BatchHeader(
        commitSequence: store.commitSequence, revision: clock.committedRevision,
        nowMilliseconds: wallClockMilliseconds))
    for case let set? in traitSets.all { encoder.add(set.batchTraits) }
  }

  /// The payload of a batch with one button alone at one of its stages and in the default traits, for
  /// an event that the stage's lane is told with it; nil when the button does not fit. What the lane
  /// has still to be told of the state goes out before.
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
    return encoder.add(
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
