package import ButtonModel
package import ButtonProtocol
package import ButtonStore

extension Engine {
  /// Defines buttons, all or none; a button of the same id is replaced.
  ///
  /// `isKept` is for definitions that were accepted before: what they name and is not there does not
  /// refuse them, but shows in their status until a plugin brings it.
  ///
  /// Presses of a button that is replaced end; `keepsPresses` is for definitions that change a part
  /// of the one before: presses go on unless the style is another or the button takes none any more.
  package func define(
    _ definitions: [ButtonDefinition], isKept: Bool = false, keepsPresses: Bool = false
  ) throws(EngineError) -> UInt64 {
    if !isKept { try checkDurable() }
    var additions = 0
    var routes: [Route] = []
    routes.reserveCapacity(definitions.count)
    for (index, definition) in definitions.enumerated() {
      if definition.configuration == nil, definition.handler != nil {
        throw .configurationRequired(index: index)
      }
      routes.append(
        isKept ? lenientRoute(definition) : try route(definition, index: index))
      if slots[UTF8String(definition.id)] == nil { additions += 1 }
    }
    let sizes = try measure(definitions)
    if slots.count + additions > settings.maximumButtons {
      throw .limitExceeded(limit: "buttons", value: settings.maximumButtons, index: nil)
    }
    work &+= definitions.count * Engine.workOfDefinition
    for (index, definition) in definitions.enumerated() {
      let record = place(
        definition, routes[index], bytes: sizes[index], keepsPresses: keepsPresses)
      noteDefinition(record, isFromFile: isKept)
    }
    if !definitions.isEmpty { store.revision += 1 }
    return store.revision
  }

  /// The definition of a button; nil when there is none.
  package func definition(of id: UTF8String) -> ButtonDefinition? {
    slots[id].flatMap { records[Int($0.rawValue)]?.definition }
  }

  /// Removes buttons for a client and returns the ids of those that were there.
  package func removeDurably(_ match: Match) throws(EngineError) -> [UTF8String] {
    try checkDurable()
    return remove(match)
  }

  /// Removes buttons and returns the ids of those that were there.
  package func remove(_ match: Match) -> [UTF8String] {
    var removed: [UTF8String] = []
    for slot in slots(matching: match) {
      guard let id = records[Int(slot.rawValue)]?.id else { continue }
      removed.append(id)
      removeButton(id, slot)
    }
    if !removed.isEmpty { store.revision += 1 }
    return removed
  }

  /// Marks buttons dirty whatever they read and returns how many; coalesced like all changes.
  package func setNeedsUpdateConfiguration(_ match: Match) -> Int {
    let found = slots(matching: match)
    work &+= found.count * Engine.workOfMark
    for slot in found {
      guard let record = records[Int(slot.rawValue)] else { continue }
      markDirty(slot, record, .request)
    }
    statistics.updateRequests += UInt64(found.count)
    return found.count
  }

  /// The status of a button; nil when all is well.
  package func status(of slot: ButtonSlot) -> ButtonStatus? {
    records[Int(slot.rawValue)]?.status
  }

  /// The definition in a slot.
  package func definition(in slot: ButtonSlot) -> ButtonDefinition? {
    records[Int(slot.rawValue)]?.definition
  }

  /// How often a button was passed over.
  package func resolves(of slot: ButtonSlot) -> UInt64 {
    records[Int(slot.rawValue)]?.resolves ?? 0
  }

  func group(of slot: ButtonSlot) -> UTF8String? {
    records[Int(slot.rawValue)]?.group
  }

  /// Whether a flag holds by the newest state.
  func isOn(_ flag: Flag) -> Bool {
    switch flag {
    case .constant(let value): return value
    case .bound(let name, let wanted):
      let value = name.bytes.withUnsafeBytes { store.key(named: $0) }.flatMap {
        store.value(of: $0)
      }
      return value == (wanted ?? .bool(true))
    }
  }

  /// Finds anew where a button is resolved, as the plugins are now; what its plugins made of it
  /// stays until they answer again.
  ///
  /// Only what differs counts, unless a lane is named whose plugin is another than before.
  func reroute(_ slot: ButtonSlot, _ record: ButtonRecord, replaced: LaneID? = nil) {
    let route = lenientRoute(record.definition)
    let isSame =
      route.stages == record.stages && route.base == record.base && route.problem == record.problem
      && route.parameters == record.parameters
    if isSame, !record.stages.contains(where: { $0.lane == replaced }) { return }
    place(
      record.definition, route, bytes: record.definitionBytes,
      keepsAnswers: route.stages.map(\.lane) == record.stages.map(\.lane), keepsPresses: true,
      cause: .worker)
  }

  /// Whether a button takes no press because it is busy: by its definition and the newest state, or
  /// because its plugins last said so.
  func isBusyNow(_ record: ButtonRecord) -> Bool {
    if isOn(record.definition.isBusy) { return true }
    for answer in record.answers.reversed() {
      let set = answer.pass(for: TraitSet.defaultID)?.properties[.isBusy]
      if case .bool(let isBusy)? = set { return isBusy }
    }
    return false
  }

  /// Puts back a button that the journal has kept.
  func restore(_ definition: ButtonDefinition, _ bytes: Int, _ revision: UInt64) {
    let record = place(definition, lenientRoute(definition), bytes: bytes)
    record.isSaved = true
    record.definedAt = revision
  }

  @discardableResult
  private func place(
    _ definition: ButtonDefinition, _ route: Route, bytes: Int, keepsAnswers: Bool = false,
    keepsPresses: Bool = false, cause: Dirtiness.Causes = .definition
  ) -> ButtonRecord {
    let id = UTF8String(definition.id)
    generation = generation == .max ? 1 : generation + 1
    let record = ButtonRecord(
      id: id, definition: definition, generation: generation, route: route)
    record.boundKeys = boundKeys(definition)
    record.definitionBytes = bytes
    let replaced = slots[id].flatMap { slot in records[Int(slot.rawValue)].map { (slot, $0) } }
    definitionBytes += bytes - (replaced?.1.definitionBytes ?? 0)
    if let (slot, old) = replaced {
      if keepsPresses {
        handOverPresses(of: slot, from: old, to: record)
      } else {
        forgetPresses(of: slot)
      }
    }
    record.latestState = controlState(record)
    record.latestIsBusy = isOn(definition.isBusy)
    record.takeLatestState()
    if let (slot, old) = replaced {
      records[Int(slot.rawValue)] = record
      carryOver(slot, from: old, to: record)
      if keepsAnswers { record.answers = old.answers }
      track(slot, record, also: [])
      markDirty(slot, record, cause)
      endRefusedPresses(of: slot, record)
    } else {
      let slot = store.addButton()
      slots[id] = slot
      while records.count <= Int(slot.rawValue) { records.append(nil) }
      records[Int(slot.rawValue)] = record
      order.insert(slot, id, records)
      track(slot, record, also: [])
      markDirty(slot, record, cause)
      // Its removal may be on its way.
      record.isSaved = journal.buttons.contains(id)
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
        enqueue(slot, record, stage: 0)
      }
    }
    if old.group != record.group {
      bury(old)
      renewLooks(slot, record, .group)
    }
  }

  private func removeButton(_ id: UTF8String, _ slot: ButtonSlot) {
    guard let record = records[Int(slot.rawValue)] else { return }
    settle(record)
    noteRemoval(record)
    definitionBytes -= record.definitionBytes
    forgetPresses(of: slot)
    for set in traitSets { set?.forget(slot) }
    if !frameStatuses.isEmpty { frameStatuses[slot] = nil }
    bury(record)
    order.remove(slot, id, records)
    slots[id] = nil
    records[Int(slot.rawValue)] = nil
    store.removeButton(slot)
  }

  /// Remembers that a button is gone, or has left its group, for those who watch it and who resume.
  private func bury(_ record: ButtonRecord) {
    let entry = Tombstones.Entry(
      id: record.id, group: record.group, serial: nextSerial(), tick: tick + 1)
    tombstones.append(entry)
    subscriptions.bury(entry, of: record, publishedSerial: publishedSerial)
  }

  private func boundKeys(_ definition: ButtonDefinition) -> [KeyID] {
    [definition.isEnabled, definition.isSelected, definition.isBusy].compactMap { flag in
      guard case .bound(let name, _) = flag else { return nil }
      return name.bytes.withUnsafeBytes { store.intern($0) }
    }
  }
}
