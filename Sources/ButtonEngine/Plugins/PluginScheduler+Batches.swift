import ButtonModel
import ButtonProtocol
import ButtonStore

extension PluginScheduler {
  /// Sends a lane's queued buttons and lets the current frame wait for them. In the middle of a
  /// tick, sends only those that continue a round, as new rounds start with a tick.
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
    let hasKeys = batches.beginBatchWithKeys(lane)
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
    if hasKeys || !items.isEmpty { batches.finishBatch(lane, &items) }
    for slot in suspects {
      guard let record = waiting(slot, lane: lane) else { continue }
      batches.beginBatch(lane)
      send(slot, record, lane, &items)
      if !items.isEmpty { batches.finishBatch(lane, &items) }
    }
    lanes.setAwaited(lane, clock.frame.isOpen && lane.isAtWork)
  }

  /// Once for all trait sets, unless earlier lanes gave different results for them.
  private func send(
    _ slot: ButtonSlot, _ record: ButtonRecord, _ lane: Lane, _ items: inout [Lane.Item]
  ) {
    record.phase = .inFlight
    if record.round.contains(where: \.isPerTraitSet) {
      let variants = traitSets.variants(record)
      record.itemsLeft = UInt8(variants.count)
      for variant in variants where record.phase == .inFlight {
        send(slot, record, variant, lane, &items)
      }
    } else {
      record.itemsLeft = 1
      send(slot, record, .usual(traitSets.ids.count), lane, &items)
    }
  }

  /// If the batch is full, sends it and begins another.
  private func send(
    _ slot: ButtonSlot, _ record: ButtonRecord, _ variant: Variant, _ lane: Lane,
    _ items: inout [Lane.Item]
  ) {
    guard let stage = record.currentStage else {
      preconditionFailure("a button in a lane's queue has a stage there")
    }
    if !batches.addItem(slot, record, stage, variant, over: record.round) {
      batches.finishBatch(lane, &items)
      batches.beginBatch(lane)
      guard batches.addItem(slot, record, stage, variant, over: record.round) else {
        return refuse(slot, record, lane)
      }
    }
    items.append(
      Lane.Item(slot: slot, handle: record.handle(slot), traitMask: variant.traitMask))
  }

  /// The button does not fit into a frame: it keeps what it can show, with a status.
  private func refuse(_ slot: ButtonSlot, _ record: ButtonRecord, _ lane: Lane) {
    fail(
      slot, record, plugin: lane.descriptor.id,
      message: "the button's configuration and parameters do not fit a batch of 1 MiB")
  }
}
