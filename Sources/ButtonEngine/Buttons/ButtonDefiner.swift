import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

/// Defines, replaces and removes buttons, and updates every part of the engine that refers to them.
final class ButtonDefiner {
  private let context: EngineContext
  private let lanes: LaneTable
  private let buttons: ButtonTable
  private let looks: LookBoard
  private let presses: ActivePresses
  private let plugins: PluginScheduler
  private let frames: FramePublisher
  private let hovers: HoverController

  init(
    _ context: EngineContext, plugins: PluginScheduler, presses: ActivePresses,
    frames: FramePublisher, hovers: HoverController
  ) {
    self.context = context
    lanes = plugins.lanes
    buttons = plugins.buttons
    looks = plugins.looks
    self.presses = presses
    self.plugins = plugins
    self.frames = frames
    self.hovers = hovers
  }

  /// Definitions that may be placed, with the route and the JSON length of each.
  struct Prepared {
    fileprivate let definitions: [ButtonDefinition]
    fileprivate let routes: [Route]
    fileprivate let sizes: [Int]
  }

  /// Throws unless all the buttons may be defined, with `groupBytes` of group definitions and after
  /// `match` is removed. An existing button may be replaced even above the limit.
  func prepare(
    _ definitions: [ButtonDefinition], from origin: ChangeOrigin, groupBytes: Int,
    removing match: Match?
  ) throws(EngineError) -> Prepared {
    if definitions.isEmpty { return Prepared(definitions: [], routes: [], sizes: []) }
    let routes = try routes(of: definitions, from: origin)
    let gone = match.map { buttons.slots(matching: $0).compactMap { buttons[$0] } } ?? []
    let sizes = try measure(definitions, groupBytes: groupBytes, without: gone)
    return Prepared(definitions: definitions, routes: routes, sizes: sizes)
  }

  /// Defines what was prepared, replacing buttons with the same id, unless they are defined so
  /// already. Their presses end; with `keepsPresses`, for partial changes, only if the style changes
  /// or the button refuses presses now.
  func define(
    _ prepared: Prepared, from origin: ChangeOrigin, keepsPresses: Bool,
    _ effect: inout ChangeEffect
  ) {
    for (index, definition) in prepared.definitions.enumerated() {
      if let present = buttons.record(of: UTF8String(definition.id)),
        present.isDefined(definition, prepared.routes[index], isFromFile: origin == .file)
      {
        continue
      }
      effect.makesRevision = true
      let (record, old) = install(
        definition, prepared.routes[index], bytes: prepared.sizes[index],
        keepsPresses: keepsPresses)
      record.isFromFile = origin == .file
      record.definedAt = effect.revision
      context.unsaved.insert(
        .button(record.id), replacing: old?.isFromFile, isFromFile: record.isFromFile)
    }
    effect.work &+= prepared.definitions.count &* WorkCost.definition
  }

  func remove(_ match: Match, _ effect: inout ChangeEffect) -> [UTF8String] {
    var removed: [UTF8String] = []
    for slot in buttons.slots(matching: match) {
      guard let record = buttons[slot] else { continue }
      removed.append(record.id)
      removeButton(slot, record)
    }
    if !removed.isEmpty { effect.makesRevision = true }
    return removed
  }

  /// Routes a button again after plugins changed; its last answers stay until the new lanes answer.
  /// Does nothing if the route is the same, unless its lane `replaced` has another plugin.
  func reroute(_ slot: ButtonSlot, _ record: ButtonRecord, replaced: LaneID? = nil) {
    let route = lanes.lenientRoute(record.definition)
    if record.takes(route), !record.stages.contains(where: { $0.lane == replaced }) { return }
    install(
      record.definition, route, bytes: record.definitionBytes,
      keepsAnswers: route.stages.map(\.lane) == record.stages.map(\.lane), keepsPresses: true,
      cause: .worker)
  }

  /// The id must be new.
  func restore(_ definition: ButtonDefinition, _ bytes: Int, _ revision: UInt64) {
    let record = buttons.makeRecord(definition, lanes.lenientRoute(definition), bytes: bytes)
    record.definedAt = revision
    add(record, .definition)
  }

  func takeOversizedExpressions() -> [String] { buttons.expressions.takeOversized() }

  /// Replaces the button with the same id or adds one; returns the new record and the replaced one.
  @discardableResult
  private func install(
    _ definition: ButtonDefinition, _ route: Route, bytes: Int, keepsAnswers: Bool = false,
    keepsPresses: Bool = false, cause: Dirtiness.Causes = .definition
  ) -> (record: ButtonRecord, old: ButtonRecord?) {
    let record = buttons.makeRecord(definition, route, bytes: bytes)
    guard let slot = buttons.slot(of: record.id), let old = buttons[slot] else {
      add(record, cause)
      return (record, nil)
    }
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
    return (record, old)
  }

  private func add(_ record: ButtonRecord, _ cause: Dirtiness.Causes) {
    // Its tick finds its state.
    if record.mayHide {
      record.isHidden = buttons.isHidden(record)
      record.wasHidden = record.isHidden
    }
    let slot = buttons.insert(record)
    buttons.track(slot, record)
    buttons.markDirty(slot, record, cause)
  }

  /// Copies what a redefined button inherits, for example since when it has been unsettled and,
  /// until the plugins answer, their answers for the old definition.
  private func carryOver(_ slot: ButtonSlot, from old: ButtonRecord, to record: ButtonRecord) {
    record.isHidden = old.isHidden
    record.wasHidden = old.wasHidden
    record.mayHide = record.mayHide || old.isHidden
    record.isHovered = old.isHovered
    record.status = old.status
    record.lost = old.lost
    record.savedStatus = old.savedStatus
    record.staleSince = old.staleSince
    record.resolves = old.resolves
    record.isFromFile = old.isFromFile
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
    context.unsaved.insert(.button(record.id), replacing: record.isFromFile, isFromFile: nil)
    presses.forgetPresses(of: slot)
    hovers.forget(slot)
    looks.forget(slot)
    if !record.isHidden { frames.recordRemoval(of: record) }
    forgetDeaths(slot, record)
    buttons.remove(slot, record)
  }

  /// Tells supervisors to forget worker deaths on a record; its handle is not used again.
  private func forgetDeaths(_ slot: ButtonSlot, _ record: ButtonRecord) {
    guard record.isSuspect || record.isPoisoned else { return }
    for stage in record.stages {
      context.actions.append(.forgetDeaths(handle: record.handle(slot), lane: stage.lane))
    }
  }

  /// Throws if a definition is wrong and its origin has not accepted it.
  private func routes(
    of definitions: [ButtonDefinition], from origin: ChangeOrigin
  ) throws(EngineError) -> [Route] {
    var routes: [Route] = []
    routes.reserveCapacity(definitions.count)
    for (index, definition) in definitions.enumerated() {
      if definition.configuration == nil, definition.handler != nil {
        throw .configurationRequired(index: index)
      }
      routes.append(
        origin == .client
          ? try lanes.route(definition, index: index) : lanes.lenientRoute(definition))
    }
    if origin == .file { return routes }
    for (index, definition) in definitions.enumerated() {
      if origin == .client { try checkWrittenKeys(of: definition, index) }
      try buttons.expressions.check(definition, index)
    }
    return routes
  }

  /// The JSON length of each definition. Throws if one of them would exceed a limit, or all
  /// together with those of groups and without the buttons that go.
  private func measure(
    _ definitions: [ButtonDefinition], groupBytes: Int, without gone: [ButtonRecord]
  ) throws(EngineError) -> [Int] {
    var sizes: [Int] = []
    sizes.reserveCapacity(definitions.count)
    let present =
      buttons.definitionBytes + groupBytes - gone.reduce(0) { $0 + $1.definitionBytes }
    var total = present
    var added = Set<String>()
    var replaced = Set<ButtonSlot>()
    for (index, definition) in definitions.enumerated() {
      try checkOperations(of: definition, index)
      context.writer.removeAll(keepingCapacity: true)
      definition.write(into: &context.writer)
      let size = context.writer.count
      if size > context.settings.limits.definitionBytes {
        throw context.settings.limits.exceeded(\.definitionBytes, at: index)
      }
      sizes.append(size)
      total += size
      if let slot = buttons.slot(of: UTF8String(definition.id)) {
        if definitions.count == 1 || replaced.insert(slot).inserted {
          total -= buttons[slot]?.definitionBytes ?? 0
        }
      } else {
        added.insert(definition.id)
      }
    }
    // A definition that gets shorter is accepted even above the limit.
    if total > present {
      try looks.traitSets.checkLooks(of: total, inTraitSets: looks.traitSets.count)
    }
    let limits = context.settings.limits
    if !added.isEmpty, buttons.count - gone.count + added.count > limits.buttons {
      throw limits.exceeded(\.buttons)
    }
    return sizes
  }

  private func checkWrittenKeys(
    of definition: ButtonDefinition, _ index: Int
  ) throws(EngineError) {
    if let (path, message) = context.unwritableKey(of: definition) {
      throw .invalidMember(index: index, path: path, message: message)
    }
  }

  private func checkOperations(
    of definition: ButtonDefinition, _ index: Int
  ) throws(EngineError) {
    let most = context.settings.limits.valueBytes
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
    if isTooLong { throw context.settings.limits.exceeded(\.valueBytes, at: index) }
  }
}
