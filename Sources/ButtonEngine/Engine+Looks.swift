import ButtonModel
import ButtonProtocol
import ButtonResolver
import ButtonStore
import JSONRPC

extension Engine {
  /// Draws a button for every trait set in use and puts on show what differs.
  ///
  /// `revision` is that of the state which its plugins saw, 0 without plugins.
  func showLooks(_ slot: ButtonSlot, _ record: ButtonRecord, revision: UInt64) {
    for index in traitSets.indices {
      guard let set = traitSets[index] else { continue }
      showLook(slot, record, set, revision: revision)
    }
  }

  /// Draws a button for one trait set and puts the look on show if it differs.
  ///
  /// Where its plugins have not answered for these traits, what is on show stays if they are about to,
  /// and else, or if it `isDue`, the fallback is shown with a status.
  func showLook(
    _ slot: ButtonSlot, _ record: ButtonRecord, _ set: TraitSet, revision: UInt64,
    isDue: Bool = false
  ) {
    let pass = plugins(record, traitSet: set.id)
    if pass == nil, record.isDirtyAgain, !isDue { return }
    if pass == nil || !set.substitutes.isEmpty {
      noteSubstitute(slot, record, set, isNeeded: pass == nil)
    }
    draw(record, set, pass ?? AnswerPass())
    if set.looks.shows(slot, lookWriter.bytes) { return }
    statistics.looks += 1
    let change = set.looks.show(
      slot, appearance: lookWriter.bytes, isHighlighted: record.state.contains(.highlighted),
      serial: nextSerial(), tick: tick + 1, revision: revision)
    if let change { attachTransaction(to: slot, change, set) }
    subscriptions.touch(slot, record, publishedSerial: publishedSerial)
  }

  /// Notes that a button shows the fallback in a trait set only, or does no more; subscribers are told
  /// even if the appearance stays.
  private func noteSubstitute(
    _ slot: ButtonSlot, _ record: ButtonRecord, _ set: TraitSet, isNeeded: Bool
  ) {
    if isNeeded == (set.substitutes[slot] != nil) { return }
    if isNeeded, let stage = record.currentStage ?? record.stages.first {
      set.substitutes[slot] = status(ofLane: lane(stage.lane), record).asFallback
    } else {
      set.substitutes[slot] = nil
    }
    set.looks.renew(slot, serial: nextSerial(), tick: tick + 1, .status)
    subscriptions.touch(slot, record, publishedSerial: publishedSerial)
  }

  /// Notes how the change to the look that was drawn just now is to be shown, if that was asked for.
  private func attachTransaction(
    to slot: ButtonSlot, _ change: LookTable.Change, _ set: TraitSet
  ) {
    guard
      let transaction = resolver.transaction(
        wasHighlighted: change.wasHighlighted, isHighlighted: change.isHighlighted)
    else { return }
    lookWriter.removeAll(keepingCapacity: true)
    lookWriter.transaction(transaction)
    set.looks.attach(
      LookTransaction(
        text: [UInt8](lookWriter.bytes), start: change.start,
        end: set.looks[existing: slot].serial),
      to: slot)
  }

  /// Gives a button another status; subscribers are told even if the appearance stays.
  func setStatus(_ slot: ButtonSlot, _ record: ButtonRecord, _ status: ButtonStatus?) {
    if isSame(status, record.status) { return }
    if frameStatuses[slot] == nil { frameStatuses[slot] = .some(record.status) }
    record.status = status
    var isBack = false
    if let held = frameStatuses[slot], isSame(status, held) {
      record.status = held
      isBack = true
    }
    renewLooks(slot, record, .status, isBack: isBack)
  }

  private func isSame(_ one: ButtonStatus?, _ other: ButtonStatus?) -> Bool {
    switch (one, other) {
    case (nil, nil): true
    case (let one?, let other?): one.isSame(as: other)
    case (nil, _?), (_?, nil): false
    }
  }

  /// Has a button's looks sent again, because something about it changed besides them; `isBack` says
  /// that it is again as clients know it.
  func renewLooks(
    _ slot: ButtonSlot, _ record: ButtonRecord, _ news: LookTable.News, isBack: Bool = false
  ) {
    for set in traitSets.indices where traitSets[set]?.looks.contains(slot) == true {
      traitSets[set]?.looks.renew(
        slot, serial: nextSerial(), tick: tick + 1, news, isBack: isBack)
    }
    subscriptions.touch(slot, record, publishedSerial: publishedSerial)
  }

  /// What a button is doing by the newest state.
  func controlState(_ record: ButtonRecord) -> ControlState {
    let definition = record.definition
    var state = ControlState.normal
    if record.isHighlighted { state.insert(.highlighted) }
    if !isOn(definition.isEnabled) { state.insert(.disabled) }
    if isOn(definition.isSelected) { state.insert(.selected) }
    if definition.isFocused { state.insert(.focused) }
    return state
  }

  /// Writes a button's appearance for a trait set into `lookWriter`.
  private func draw(_ record: ButtonRecord, _ set: TraitSet, _ pass: AnswerPass) {
    lookWriter.removeAll(keepingCapacity: true)
    resolver.resolve(
      ButtonCondition(
        base: record.base, state: record.state, isBusy: record.isBusy,
        role: record.definition.role),
      configuration: record.definition.configuration?.properties,
      stateValues: record.definition.stateValues, pluginProperties: pass.properties,
      traits: set.resolved, into: &lookWriter)
    if pass.extras.isEmpty { return }
    lookWriter.truncate(to: lookWriter.count - 1)
    for extra in pass.extras {
      lookWriter.key(extra.name)
      extra.value.write(into: &lookWriter)
    }
    lookWriter.endObject()
  }

  /// What the lanes set on a button, later lanes over earlier ones; nil when they have not answered for
  /// these traits, and the button does not say so yet.
  private func plugins(_ record: ButtonRecord, traitSet: UInt64) -> AnswerPass? {
    if record.answers.isEmpty {
      return record.stages.isEmpty || record.status?.isFallback == true ? AnswerPass() : nil
    }
    guard var pass = record.answers[0].pass(for: traitSet) else { return nil }
    if record.answers.count == 1 { return pass }
    for answer in record.answers.dropFirst() {
      guard let next = answer.pass(for: traitSet) else { return nil }
      pass.properties.overlay(next.properties)
      for extra in next.extras {
        pass.extras.removeAll { $0.name == extra.name }
        pass.extras.append(extra)
      }
    }
    return pass
  }

  /// True when the look of a button in a trait set must wait for its plugins.
  func lacksAnswer(_ record: ButtonRecord, _ set: TraitSet) -> Bool {
    plugins(record, traitSet: set.id) == nil
  }
}
