import ButtonExpressions
import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

/// Defines, replaces and removes groups, and updates the buttons that name them.
final class GroupDefiner {
  private let context: EngineContext
  private let store: Store
  private let buttons: ButtonTable
  private let groups: GroupTable
  private let looks: LookBoard
  private let presses: ActivePresses

  init(_ context: EngineContext, plugins: PluginScheduler, presses: ActivePresses) {
    self.context = context
    store = context.store
    buttons = plugins.buttons
    groups = plugins.buttons.groups
    looks = plugins.looks
    self.presses = presses
  }

  /// Definitions that may be placed, with the JSON length of each.
  struct Prepared {
    fileprivate let definitions: [GroupDefinition]
    fileprivate var sizes: [Int] = []
    /// The length of all groups' definitions once these are in place.
    fileprivate(set) var bytesOfAll = 0
  }

  /// Throws unless all of the groups may be defined once others are removed.
  func prepare(
    _ definitions: [GroupDefinition], from origin: ChangeOrigin, removing removed: [UTF8String]
  ) throws(EngineError) -> Prepared {
    if origin != .file {
      for (index, definition) in definitions.enumerated() {
        try buttons.expressions.check(definition.expressions, index)
      }
    }
    return try measure(definitions, removing: removed)
  }

  /// Replaces groups with the same id, unless they are defined so already.
  func define(_ prepared: Prepared, from origin: ChangeOrigin, _ effect: inout ChangeEffect) {
    let definitions = prepared.definitions
    // Nobody sees an earlier definition of the same group, and each visits all of its buttons.
    let last = Dictionary(definitions.indices.map { (definitions[$0].id, $0) }) { $1 }
    for (index, definition) in definitions.enumerated() where last[definition.id] == index {
      let group = groups.group(UTF8String(definition.id))
      let wasFromFile = group.isDefined ? group.isFromFile : nil
      if group.definition == definition, wasFromFile == (origin == .file) { continue }
      effect.makesRevision = true
      replaceDefinition(of: group, by: definition, bytes: prepared.sizes[index], &effect)
      group.isFromFile = origin == .file
      group.definedAt = effect.revision
      context.unsaved.insert(
        .group(group.name), replacing: wasFromFile, isFromFile: group.isFromFile)
    }
  }

  /// Returns the ids of those that were defined. Their buttons stay.
  func remove(_ ids: [UTF8String], _ effect: inout ChangeEffect) -> [UTF8String] {
    var removed: [UTF8String] = []
    for id in ids {
      guard let group = groups.defined(id) else { continue }
      removed.append(id)
      context.unsaved.insert(.group(id), replacing: group.isFromFile, isFromFile: nil)
      replaceDefinition(of: group, by: nil, bytes: 0, &effect)
    }
    if !removed.isEmpty { effect.makesRevision = true }
    return removed
  }

  func restore(
    _ definition: GroupDefinition, _ bytes: Int, _ revision: UInt64, _ effect: inout ChangeEffect
  ) {
    let group = groups.group(UTF8String(definition.id))
    replaceDefinition(of: group, by: definition, bytes: bytes, &effect)
    group.definedAt = revision
  }

  private func length(of definition: GroupDefinition) -> Int {
    context.writer.removeAll(keepingCapacity: true)
    definition.write(into: &context.writer)
    return context.writer.count
  }

  /// Marks the buttons dirty that the change concerns.
  private func replaceDefinition(
    of group: ButtonGroup, by new: GroupDefinition?, bytes: Int, _ effect: inout ChangeEffect
  ) {
    let old = group.definition
    let oldKey = group.enabledKey
    let key = new?.isEnabledBinding.flatMap { buttons.expressions.retainFlag($0) }
    if store.isPassOpen {
      for slot in group.members {
        if let record = buttons[slot] { buttons.willChange(slot, record) }
      }
    }
    groups.set(new, of: group, enabledBy: key, bytes: bytes)
    let change = GroupChange(from: old, to: new)
    for slot in group.members {
      guard let record = buttons[slot] else { continue }
      if new != nil { record.mayHaveTint = true }
      if change.isEnabled {
        buttons.bindKeys(of: record)
        buttons.track(slot, record)
        presses.noteChange(of: slot)
      }
      if change.concerns(record) { buttons.markDirty(slot, record, .group) }
    }
    effect.work &+= group.members.count &* WorkCost.mark
    if oldKey != nil, let text = old?.isEnabledBinding { buttons.expressions.releaseFlag(text) }
  }

  /// Throws if a limit would be exceeded once others are removed.
  private func measure(
    _ definitions: [GroupDefinition], removing removed: [UTF8String]
  ) throws(EngineError) -> Prepared {
    var prepared = Prepared(definitions: definitions)
    var added = Set<UTF8String>()
    var replaced = Set<UTF8String>()
    let gone = Set(removed).compactMap { groups.defined($0) }
    let present =
      buttons.definitionBytes + groups.definitionBytes
      - gone.reduce(0) { $0 + $1.definitionBytes }
    var total = present
    for (index, definition) in definitions.enumerated() {
      let size = length(of: definition)
      if size > context.settings.limits.definitionBytes {
        throw context.settings.limits.exceeded(\.definitionBytes, at: index)
      }
      prepared.sizes.append(size)
      total += size
      let id = UTF8String(definition.id)
      if let present = groups.defined(id) {
        if replaced.insert(id).inserted { total -= present.definitionBytes }
      } else {
        added.insert(id)
      }
    }
    // An existing group may be replaced even above the limit.
    if !added.isEmpty,
      groups.definedNames.count - gone.count + added.count > context.settings.limits.groups
    {
      throw context.settings.limits.exceeded(\.groups)
    }
    if total > present {
      try looks.traitSets.checkLooks(of: total, inTraitSets: looks.traitSets.count)
    }
    prepared.bytesOfAll = total - buttons.definitionBytes
    return prepared
  }
}

/// What another definition of a group changes for its buttons.
private struct GroupChange {
  let tint: Bool
  let tintAdjustmentMode: Bool
  let isEnabled: Bool
  /// The sizes and shapes that differ.
  let properties: [Property]

  init(from old: GroupDefinition?, to new: GroupDefinition?) {
    let old = old ?? GroupDefinition(id: "")
    let new = new ?? GroupDefinition(id: "")
    tint = old.tint != new.tint
    tintAdjustmentMode = old.tintAdjustmentMode != new.tintAdjustmentMode
    isEnabled = old.isEnabled != new.isEnabled || old.isEnabledBinding != new.isEnabledBinding
    let (before, after) = (old.properties, new.properties)
    properties = [Property.controlSize, .borderShape, .borderRadius].filter {
      before[$0] != after[$0]
    }
  }

  /// Whether a button may look different.
  func concerns(_ record: ButtonRecord) -> Bool {
    if isEnabled { return true }
    let definition = record.definition
    let own = definition.configuration?.properties ?? PropertyList()
    let isSilent = properties.contains { property in
      own[property] == nil && property.otherForms.allSatisfy { own[$0] == nil }
    }
    if isSilent { return true }
    if tintAdjustmentMode, definition.tintAdjustmentMode == .automatic { return true }
    guard tint else { return false }
    return definition.tint == nil || definition.tint == .named(.tint)
  }
}
