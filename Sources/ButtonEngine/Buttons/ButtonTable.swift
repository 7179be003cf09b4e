import ButtonModel
import ButtonProtocol
import ButtonStore
import PluginChannel

/// All defined buttons, by slot, by id, in id order and by lane.
final class ButtonTable {
  private let store: Store
  private let derived: DerivedKeys
  let expressions: DefinitionExpressions
  let groups = GroupTable()
  let budget: TurnBudget
  /// Called before a button changes outside the store, so that the open frame shows it as before.
  var willChange: (ButtonSlot, ButtonRecord) -> Void = { _, _ in }
  private(set) var records: [ButtonRecord?] = []
  private var slots: [UTF8String: ButtonSlot] = [:]
  private(set) var order = ButtonOrder()
  private var roster = LaneRoster()
  private var generation: UInt32 = 0
  /// Their length as JSON.
  private(set) var definitionBytes = 0
  private var keyScratch: [KeyID] = []

  init(_ context: EngineContext) {
    store = context.store
    derived = context.derived
    expressions = DefinitionExpressions(context)
    budget = context.budget
  }

  var count: Int { slots.count }

  /// The slot must be or have been in use; nil if its button was removed.
  @inline(__always)
  subscript(slot: ButtonSlot) -> ButtonRecord? { records[Int(slot.rawValue)] }

  func slot(of id: UTF8String) -> ButtonSlot? { slots[id] }

  func record(of id: UTF8String) -> ButtonRecord? { slots[id].flatMap { self[$0] } }

  func button(
    _ id: UTF8String
  ) throws(EngineError) -> (slot: ButtonSlot, record: ButtonRecord) {
    guard let slot = slots[id], let record = self[slot] else { throw .noButton(id) }
    return (slot, record)
  }

  /// Nil if the button was removed or redefined.
  @inline(__always)
  func record(handle: UInt64) -> ButtonRecord? {
    let index = Int(UInt32(truncatingIfNeeded: handle))
    guard index < records.count, let record = records[index],
      record.handle(ButtonSlot(rawValue: UInt32(index))) == handle
    else { return nil }
    return record
  }

  // MARK: Coming and going

  func reserve(_ count: Int) {
    slots.reserveCapacity(count)
    records.reserveCapacity(count)
    store.reserve(buttons: count)
  }

  /// Does not add the record to the table.
  func makeRecord(_ definition: ButtonDefinition, _ route: Route, bytes: Int) -> ButtonRecord {
    generation = generation == .max ? 1 : generation + 1
    let record = ButtonRecord(
      id: UTF8String(definition.id), definition: definition, generation: generation, route: route,
      membership: definition.group.map { groups.group(UTF8String($0)) })
    record.definitionBytes = bytes
    record.bindings = expressions.bind(definition, route)
    bindKeys(of: record)
    record.mayHaveTint =
      definition.tint != nil || definition.tintAdjustmentMode != .automatic
      || record.definedGroup != nil || record.bindings?.key(of: .tint) != nil
    definition.forEachAction { place, action in
      record.programs[place] = expressions.programs(of: action)
    }
    record.mayHide = definition.isHidden != .constant(false) || record.bindings?.isHidden != nil
    return record
  }

  /// Updates the keys that a button's flags, bindings and group follow.
  func bindKeys(of record: ButtonRecord) {
    var keys = FewKeys()
    record.definition.forEachBoundName { keys.append(store.intern($0)) }
    if let bindings = record.bindings { for key in bindings.keys { keys.append(key) } }
    if let group = record.definedGroup {
      if let key = group.enabledKey {
        keys.append(key)
      } else if let name = group.definition?.isEnabled.key {
        keys.append(store.intern(name))
      }
    }
    record.boundKeys = keys
  }

  /// The id must be new.
  func insert(_ record: ButtonRecord) -> ButtonSlot {
    let slot = store.addButton()
    slots[record.id] = slot
    while records.count <= Int(slot.rawValue) { records.append(nil) }
    records[Int(slot.rawValue)] = record
    order.insert(slot, record.id, records)
    roster.insert(slot, record)
    groups.enter(slot, record)
    definitionBytes += record.definitionBytes
    return slot
  }

  func replace(_ slot: ButtonSlot, with record: ButtonRecord) {
    if let old = self[slot] {
      roster.remove(old, records: records)
      groups.leave(old, records: records)
      definitionBytes -= old.definitionBytes
      releaseExpressions(of: old)
    }
    records[Int(slot.rawValue)] = record
    roster.insert(slot, record)
    groups.enter(slot, record)
    definitionBytes += record.definitionBytes
  }

  func remove(_ slot: ButtonSlot, _ record: ButtonRecord) {
    roster.remove(record, records: records)
    groups.leave(record, records: records)
    order.remove(slot, record.id, records)
    slots[record.id] = nil
    records[Int(slot.rawValue)] = nil
    definitionBytes -= record.definitionBytes
    store.removeButton(slot)
    releaseExpressions(of: record)
  }

  private func releaseExpressions(of record: ButtonRecord) {
    expressions.release(record.bindings)
    for programs in record.programs.values { expressions.release(programs) }
  }

  // MARK: Lanes

  func count(of lane: LaneID) -> Int { roster.count(of: lane) }

  /// Visits the lane's buttons in no particular order; `body` must not define or remove buttons.
  func forEachButton(of lane: LaneID, _ body: (ButtonSlot, ButtonRecord) -> Void) {
    for slot in roster[lane] {
      if let record = self[slot] { body(slot, record) }
    }
  }

  /// In no particular order.
  func slots(of lane: LaneID) -> [ButtonSlot] { roster[lane] }

  /// Returns the buttons routed through the lane, and those that name a plugin but have no route.
  func slots(reroutedWith lane: LaneID) -> [ButtonSlot] { roster[lane] + roster[.builtIn] }

  /// The buttons that name a plugin but have no route.
  var unroutedSlots: [ButtonSlot] { roster[.builtIn] }

  var allSlots: [ButtonSlot] {
    records.indices.compactMap { records[$0] == nil ? nil : ButtonSlot(rawValue: UInt32($0)) }
  }

  // MARK: State

  func markDirty(_ slot: ButtonSlot, _ record: ButtonRecord, _ cause: Dirtiness.Causes) {
    record.dirtiness.add(cause)
    store.markDirty(slot)
  }

  /// Sets the dependencies to the keys of the button's flags and those that its plugins read.
  func track(_ slot: ButtonSlot, _ record: ButtonRecord, also others: [StageAnswer] = []) {
    keyScratch.empty()
    for key in record.boundKeys { keyScratch.append(key) }
    for index in record.answers.indices {
      for key in record.answers[index].keys { keyScratch.append(key) }
    }
    for index in others.indices { for key in others[index].keys { keyScratch.append(key) } }
    keyScratch.withUnsafeBufferPointer { store.track(slot, $0) }
  }

  /// A flag in the newest state. One that follows an expression is set while that makes true.
  private func isOn(_ flag: Flag, boundTo key: KeyID?) -> Bool {
    if let key { return store.value(of: key) == .bool(true) }
    switch flag {
    case .constant(let value): return value
    case .follows(let name): return value(of: name) == .bool(true)
    case .compares(let name, let wanted): return value(of: name) == wanted
    }
  }

  private func value(of name: UTF8String) -> StateValue? {
    name.bytes.withUnsafeBytes { store.key(named: $0) }.flatMap { store.value(of: $0) }
  }

  /// Updates from the newest state or, while the store shows that, the committed one.
  func updateLatestState(_ record: ButtonRecord) {
    // A constant of the definition would be a copy of it.
    var state = ControlState.normal
    if record.isHighlighted { state.insert(.highlighted) }
    if !isOn(record.definition.isEnabled, boundTo: record.bindings?.isEnabled) {
      state.insert(.disabled)
    }
    if let group = record.definedGroup, isDisabled(group) { state.insert(.disabled) }
    if isOn(record.definition.isSelected, boundTo: record.bindings?.isSelected) {
      state.insert(.selected)
    }
    if record.definition.isFocused { state.insert(.focused) }
    record.latestState = state
    record.latestIsBusy = isOn(record.definition.isBusy, boundTo: record.bindings?.isBusy)
    if let bindings = record.bindings {
      budget.work &+= bindings.entries.count &* WorkCost.value
      bindings.latest = bindings.parts(store, derived)
    }
    if record.mayHaveTint { record.latestTint = tint(of: record) }
  }

  private func tint(of record: ButtonRecord) -> ButtonTint? {
    ButtonTint(
      record.bindings?.latest.tint ?? record.definition.tint,
      record.definition.tintAdjustmentMode, in: record.definedGroup?.definition)
  }

  private func isDisabled(_ group: ButtonGroup) -> Bool {
    group.definition.map { !isOn($0.isEnabled, boundTo: group.enabledKey) } ?? false
  }

  /// Whether a button's group alone disables it.
  func isDisabledByGroup(_ record: ButtonRecord) -> Bool {
    guard let group = record.definedGroup, isDisabled(group) else { return false }
    return isOn(record.definition.isEnabled, boundTo: record.bindings?.isEnabled)
  }

  /// Whether the button is hidden in the newest state.
  func isHidden(_ record: ButtonRecord) -> Bool {
    isOn(record.definition.isHidden, boundTo: record.bindings?.isHidden)
  }

  /// Returns the menu in the newest state.
  func menu(of record: ButtonRecord) -> [MenuItem] {
    record.bindings?.parts(store, derived).menu ?? record.definition.menu
  }

  /// Why a button does not accept presses in the newest state; nil if it does.
  func refusal(of record: ButtonRecord) -> EngineError? {
    let bindings = record.bindings
    if record.mayHide, isHidden(record) { return .hidden }
    if !isOn(record.definition.isEnabled, boundTo: bindings?.isEnabled) {
      return .disabled(isBusy: false)
    }
    if let group = record.definedGroup, isDisabled(group) { return .disabled(isBusy: false) }
    if isBusy(record) { return .disabled(isBusy: true) }
    return nil
  }

  /// Whether the definition in the newest state, or else a plugin's answer, says so.
  private func isBusy(_ record: ButtonRecord) -> Bool {
    if isOn(record.definition.isBusy, boundTo: record.bindings?.isBusy) { return true }
    for answer in record.answers.reversed() {
      let set = answer.pass(for: TraitSet.defaultID)?.properties[.isBusy]
      if case .bool(let isBusy)? = set { return isBusy }
    }
    return false
  }
}

extension ButtonDefinition {
  /// Visits the keys that its flags and its menu's selection follow.
  fileprivate func forEachBoundName(_ body: (UTF8String) -> Void) {
    if let key = isEnabled.key { body(key) }
    if let key = isSelected.key { body(key) }
    if let key = isBusy.key { body(key) }
    if let key = isHidden.key { body(key) }
    if let menuSelection { body(menuSelection) }
  }
}
