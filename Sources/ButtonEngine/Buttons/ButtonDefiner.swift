import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

/// Defines, replaces and removes buttons, and updates every part of the engine that refers to them.
final class ButtonDefiner {
  private let context: EngineContext
  private let store: Store
  private let lanes: LaneTable
  private let buttons: ButtonTable
  private let looks: LookBoard
  private let presses: ActivePresses
  private let plugins: PluginScheduler
  private let frames: FramePublisher
  private let durability: DurabilityGate
  private let hovers: HoverController

  /// Creates a definer for the buttons of a scheduler.
  init(
    _ context: EngineContext, plugins: PluginScheduler, frames: FramePublisher,
    durability: DurabilityGate, hovers: HoverController
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
    self.hovers = hovers
  }

  /// Defines all of the buttons or none; a button with the same id is replaced.
  ///
  /// `isKept` marks definitions that were accepted before: a missing style, handler or parameter
  /// does not refuse them, but shows in their status until a plugin provides it.
  ///
  /// Presses of a replaced button end. With `keepsPresses`, for definitions that change only a
  /// part, presses continue unless the style changes or the button no longer accepts presses.
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
    defer { buttons.expressions.endCheck() }
    if !isKept {
      for (index, definition) in definitions.enumerated() {
        try checkWrittenKeys(of: definition, index)
        try buttons.expressions.check(definition, index)
      }
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

  /// Defines a button as the fleet has it. A missing style, handler or parameter shows in its status;
  /// throws if the definition exceeds a limit.
  func defineShared(_ definition: ButtonDefinition) throws(EngineError) {
    defer { buttons.expressions.endCheck() }
    try buttons.expressions.check(definition, 0)
    let sizes = try measure([definition])
    if buttons.slot(of: UTF8String(definition.id)) == nil,
      buttons.count >= context.settings.maximumButtons
    {
      throw .limitExceeded(limit: "buttons", value: context.settings.maximumButtons, index: nil)
    }
    context.budget.work &+= WorkCost.definition
    let record = place(
      definition, lanes.lenientRoute(definition), bytes: sizes[0], keepsPresses: true)
    durability.noteDefinition(record, isFromFile: false)
    store.revision += 1
  }

  /// Throws unless the buttons could be defined here.
  func check(_ definitions: [ButtonDefinition]) throws(EngineError) {
    try durability.checkDurable()
    for (index, definition) in definitions.enumerated() {
      if definition.configuration == nil, definition.handler != nil {
        throw .configurationRequired(index: index)
      }
      _ = try lanes.route(definition, index: index)
    }
    defer { buttons.expressions.endCheck() }
    for (index, definition) in definitions.enumerated() {
      try checkWrittenKeys(of: definition, index)
      try buttons.expressions.check(definition, index)
    }
    _ = try measure(definitions)
  }

  /// Removes the matching buttons and returns their ids.
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

  /// Finds the lanes of a button again after plugins changed. Its last answers stay until the new
  /// lanes have answered.
  ///
  /// Does nothing if the route is the same, unless `replaced` names a lane of the route whose
  /// plugin was replaced.
  func reroute(_ slot: ButtonSlot, _ record: ButtonRecord, replaced: LaneID? = nil) {
    let route = lanes.lenientRoute(record.definition)
    let isSame =
      route.stages == record.stages && route.base == record.base
      && route.isBare == record.hasBareStyle && route.problem == record.problem
      && route.parameters == record.parameters
    if isSame, !record.stages.contains(where: { $0.lane == replaced }) { return }
    place(
      record.definition, route, bytes: record.definitionBytes,
      keepsAnswers: route.stages.map(\.lane) == record.stages.map(\.lane), keepsPresses: true,
      cause: .worker)
  }

  /// Restores a button from the journal.
  func restore(_ definition: ButtonDefinition, _ bytes: Int, _ revision: UInt64) {
    let record = place(definition, lanes.lenientRoute(definition), bytes: bytes)
    record.isSaved = true
    record.definedAt = revision
  }

  /// Complaints about restored expressions that exceed the limits, each returned once.
  func takeOversizedExpressions() -> [String] { buttons.expressions.takeOversized() }

  @discardableResult
  private func place(
    _ definition: ButtonDefinition, _ route: Route, bytes: Int, keepsAnswers: Bool = false,
    keepsPresses: Bool = false, cause: Dirtiness.Causes = .definition
  ) -> ButtonRecord {
    let record = buttons.makeRecord(definition, route, bytes: bytes)
    if let slot = buttons.slot(of: record.id), let old = buttons[slot] {
      // The open frame shows it as its tick found it.
      plugins.drawEarly(slot, old, now: context.clock.frame.began ?? 0)
      frames.hide(plugins.takeHidden())
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
      // Its tick finds its state.
      if record.mayHide {
        record.isHidden = buttons.isHidden(record)
        record.wasHidden = record.isHidden
      }
      let slot = buttons.insert(record)
      buttons.track(slot, record)
      buttons.markDirty(slot, record, cause)
      record.isSaved = durability.isRemovalPending(record.id)
    }
    return record
  }

  /// Copies what a new definition inherits: the subscribers, since when the button is unsettled
  /// and, until the plugins have answered, their answers for the earlier definition.
  private func carryOver(_ slot: ButtonSlot, from old: ButtonRecord, to record: ButtonRecord) {
    record.isHidden = old.isHidden
    record.wasHidden = old.wasHidden
    record.mayHide = record.mayHide || old.isHidden
    record.isHovered = old.isHovered
    record.status = old.status
    record.lost = old.lost
    record.heldStatus = old.heldStatus
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
      record.phase = .redefined
    }
    if old.group != record.group {
      if !old.isHidden { frames.recordRemoval(of: old) }
      looks.renewLooks(slot, record, .group)
    }
  }

  private func removeButton(_ slot: ButtonSlot, _ record: ButtonRecord) {
    plugins.settle(record)
    durability.noteRemoval(record)
    presses.forgetPresses(of: slot)
    hovers.forget(slot)
    looks.forget(slot)
    if !record.isHidden { frames.recordRemoval(of: record) }
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

  /// Returns the length of each definition as JSON; throws if one, or all together, exceed a limit.
  private func measure(_ definitions: [ButtonDefinition]) throws(EngineError) -> [Int] {
    var sizes: [Int] = []
    sizes.reserveCapacity(definitions.count)
    var total = buttons.definitionBytes + buttons.groups.definitionBytes
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
    // A definition that gets shorter is accepted even above the limit.
    if total > buttons.definitionBytes + buttons.groups.definitionBytes {
      try looks.traitSets.checkLooks(of: total, inTraitSets: looks.traitSets.count)
    }
    return sizes
  }

  /// Throws if a press or a choice would write a key that clients may not write.
  private func checkWrittenKeys(
    of definition: ButtonDefinition, _ index: Int
  ) throws(EngineError) {
    if let (path, message) = context.unwritableKey(of: definition) {
      throw .invalidMember(index: index, path: path, message: message)
    }
  }

  /// Throws if an action contains a value that no key can have.
  private func checkOperations(
    of definition: ButtonDefinition, _ index: Int
  ) throws(EngineError) {
    let most = context.settings.maximumValueBytes
    var isTooLong = false
    definition.forEachAction { _, action in
      for operation in action.operations {
        switch operation.change.kind {
        case .set(let value), .append(let value), .merge(let value):
          if value.isLongerAsJSON(than: most) { isTooLong = true }
        case .remove, .increment, .toggle: continue
        }
      }
    }
    if isTooLong { throw .limitExceeded(limit: "valueBytes", value: most, index: index) }
  }
}
