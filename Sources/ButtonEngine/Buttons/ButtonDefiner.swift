import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

/// Defines, replaces and removes buttons in all parts that know them.
final class ButtonDefiner {
  private let context: EngineContext
  private let store: Store
  private let lanes: LaneTable
  private let buttons: ButtonTable
  private let looks: LookBoard
  private let presses: PressController
  private let plugins: PluginScheduler
  private let frames: FramePublisher
  private let durability: DurabilityGate

  /// A definer of a scheduler's buttons.
  init(
    _ context: EngineContext, plugins: PluginScheduler, frames: FramePublisher,
    durability: DurabilityGate
  ) {
    self.context = context
    store = context.store
    lanes = plugins.lanes
    buttons = plugins.buttons
    looks = plugins.looks
    presses = plugins.presses
    self.plugins = plugins
    self.frames = frames
    self.durability = durability
  }

  /// Defines buttons, all or none; a button of the same id is replaced.
  ///
  /// `isKept` is for definitions that were accepted before: what they name and is not there does not
  /// refuse them, but shows in their status until a plugin brings it.
  ///
  /// Presses of a button that is replaced end; `keepsPresses` is for definitions that change a part
  /// of the one before: presses go on unless the style is another or the button takes none any more.
  func define(
    _ definitions: [ButtonDefinition], isKept: Bool = false, keepsPresses: Bool = false
  ) throws(EngineError) -> UInt64 {
    if !isKept { try durability.checkDurable() }
    var additions = 0
    var routes: [Route] = []
    routes.reserveCapacity(definitions.count)
    for (index, definition) in definitions.enumerated() {
      if definition.configuration == nil, definition.handler != nil {
        throw .configurationRequired(index: index)
      }
      routes.append(
        isKept ? lanes.lenientRoute(definition) : try lanes.route(definition, index: index))
      if buttons.slot(of: UTF8String(definition.id)) == nil { additions += 1 }
    }
    let sizes = try measure(definitions)
    if buttons.count + additions > context.settings.maximumButtons {
      throw .limitExceeded(limit: "buttons", value: context.settings.maximumButtons, index: nil)
    }
    context.budget.work &+= definitions.count * WorkCost.definition
    for (index, definition) in definitions.enumerated() {
      let record = place(
        definition, routes[index], bytes: sizes[index], keepsPresses: keepsPresses)
      durability.noteDefinition(record, isFromFile: isKept)
    }
    if !definitions.isEmpty { store.revision += 1 }
    return store.revision
  }

  /// Removes buttons and returns the ids of those that were there.
  func remove(_ match: Match) -> [UTF8String] {
    var removed: [UTF8String] = []
    for slot in buttons.slots(matching: match) {
      guard let record = buttons[slot] else { continue }
      removed.append(record.id)
      removeButton(slot, record)
    }
    if !removed.isEmpty { store.revision += 1 }
    return removed
  }

  /// Finds the lanes of a button again, as the plugins are now; what its plugins made of it stays until
  /// they answer.
  ///
  /// Only what differs counts, unless a lane is named whose plugin is another than before.
  func reroute(_ slot: ButtonSlot, _ record: ButtonRecord, replaced: LaneID? = nil) {
    let route = lanes.lenientRoute(record.definition)
    let isSame =
      route.stages == record.stages && route.base == record.base && route.problem == record.problem
      && route.parameters == record.parameters
    if isSame, !record.stages.contains(where: { $0.lane == replaced }) { return }
    place(
      record.definition, route, bytes: record.definitionBytes,
      keepsAnswers: route.stages.map(\.lane) == record.stages.map(\.lane), keepsPresses: true,
      cause: .worker)
  }

  /// Puts back a button that the journal has kept.
  func restore(_ definition: ButtonDefinition, _ bytes: Int, _ revision: UInt64) {
    let record = place(definition, lanes.lenientRoute(definition), bytes: bytes)
    record.isSaved = true
    record.definedAt = revision
  }

  @discardableResult
  private func place(
    _ definition: ButtonDefinition, _ route: Route, bytes: Int, keepsAnswers: Bool = false,
    keepsPresses: Bool = false, cause: Dirtiness.Causes = .definition
  ) -> ButtonRecord {
    let record = buttons.makeRecord(definition, route, bytes: bytes)
    if let slot = buttons.slot(of: record.id), let old = buttons[slot] {
      if keepsPresses {
        presses.handOverPresses(of: slot, from: old, to: record)
      } else {
        presses.forgetPresses(of: slot)
      }
      buttons.updateLatestState(record)
      record.takeLatestState()
      forgetDeaths(slot, old)
      buttons.replace(slot, with: record)
      carryOver(slot, from: old, to: record)
      if keepsAnswers { record.answers = old.answers }
      buttons.track(slot, record)
      buttons.markDirty(slot, record, cause)
      presses.endRefusedPresses(of: slot, record)
    } else {
      buttons.updateLatestState(record)
      record.takeLatestState()
      let slot = buttons.insert(record)
      buttons.track(slot, record)
      buttons.markDirty(slot, record, cause)
      record.isSaved = durability.isRemovalPending(record.id)
    }
    return record
  }

  /// Keeps what outlives a new definition: who watches, since when it is unsettled, and, until the
  /// plugins have answered, what they made of the earlier one.
  private func carryOver(_ slot: ButtonSlot, from old: ButtonRecord, to record: ButtonRecord) {
    record.status = old.status
    record.staleSince = old.staleSince
    record.resolves = old.resolves
    record.isFromFile = old.isFromFile
    record.isSaved = old.isSaved
    record.definedAt = old.definedAt
    if old.stages == record.stages { record.answers = old.answers }
    record.answersOtherDefinition =
      old.answersOtherDefinition || old.definition != record.definition
    if old.phase != .settled {
      record.unsettledSince = old.unsettledSince
      let isInPlace =
        old.phase == .queued && old.stage == 0
        && old.currentStage?.lane == record.currentStage?.lane
      if isInPlace {
        record.phase = .queued
      } else {
        plugins.enqueue(slot, record, stage: 0)
      }
    }
    if old.group != record.group {
      frames.recordRemoval(of: old)
      looks.renewLooks(slot, record, .group)
    }
  }

  private func removeButton(_ slot: ButtonSlot, _ record: ButtonRecord) {
    plugins.settle(record)
    durability.noteRemoval(record)
    presses.forgetPresses(of: slot)
    looks.forget(slot)
    frames.recordRemoval(of: record)
    forgetDeaths(slot, record)
    buttons.remove(slot, record)
  }

  /// Has the lanes' supervisors forget that workers died on a record, whose handle is not used again.
  private func forgetDeaths(_ slot: ButtonSlot, _ record: ButtonRecord) {
    guard record.isSuspect || record.isPoisoned else { return }
    for stage in record.stages {
      context.actions.append(.forgetDeaths(handle: record.handle(slot), lane: stage.lane))
    }
  }

  /// The bytes of each definition as JSON; refuses those that are too long, alone or
  /// together.
  private func measure(_ definitions: [ButtonDefinition]) throws(EngineError) -> [Int] {
    var sizes: [Int] = []
    sizes.reserveCapacity(definitions.count)
    var total = buttons.definitionBytes
    var replaced = Set<ButtonSlot>()
    for (index, definition) in definitions.enumerated() {
      try checkOperations(of: definition, index)
      context.writer.removeAll(keepingCapacity: true)
      definition.write(into: &context.writer)
      let size = context.writer.count
      if size > context.settings.maximumDefinitionBytes {
        throw .limitExceeded(
          limit: "definitionBytes", value: context.settings.maximumDefinitionBytes, index: index)
      }
      sizes.append(size)
      total += size
      guard let slot = buttons.slot(of: UTF8String(definition.id)),
        definitions.count == 1 || replaced.insert(slot).inserted
      else { continue }
      total -= buttons[slot]?.definitionBytes ?? 0
    }
    // A definition that gives way to a shorter one passes whatever the limit is.
    if total > buttons.definitionBytes {
      try looks.traitSets.checkLooks(of: total, inTraitSets: looks.traitSets.count)
    }
    return sizes
  }

  /// Refuses an action with a value that no key can have.
  private func checkOperations(
    of definition: ButtonDefinition, _ index: Int
  ) throws(EngineError) {
    for operation in definition.action?.operations ?? [] {
      switch operation.kind {
      case .set(let value), .append(let value), .merge(let value):
        guard value.isLongerAsJSON(than: context.settings.maximumValueBytes) else { continue }
        throw .limitExceeded(
          limit: "valueBytes", value: context.settings.maximumValueBytes, index: index)
      case .remove, .increment, .toggle: continue
      }
    }
  }
}
