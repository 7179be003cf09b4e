package import ButtonModel
package import ButtonProtocol
import ButtonStore

extension Engine {
  /// Takes an event of a client's press of a button.
  ///
  /// A press that completes performs the button's action at once: first the button counts as
  /// released, then the action is applied, and both show in one frame.
  package func press(
    _ request: PressRequest, now: UInt64
  ) throws(EngineError) -> PressOutcome {
    let (slot, record) = try button(request.id)
    let key = PressKey(slot: slot, connection: request.connection)
    if case .began = request.event {
      if let refusal = refusal(of: record) { throw refusal }
      try checkRoom(for: key)
    }
    if let lane = primitiveLane(record) {
      return primitivePress(request, key, record, lane: lane)
    }
    var recognizer = GestureRecognizer()
    switch presses[key] {
    case nil: break
    case .standard(let present): recognizer = present
    case .primitive: forgetPresses(of: slot)
    }
    let outcome = recognizer.handle(request.event, size: drawnSize(key))
    presses[key] = outcome.phase == .inactive ? nil : .standard(recognizer)
    presses.follow(record.boundKeys, slot)
    showHighlight(slot, record)
    guard outcome.isTriggered else { return .known(outcome.phase, performed: nil) }
    return .known(outcome.phase, performed: try perform(record.definition.action))
  }

  /// A client says how large it draws a button.
  package func reportLayout(
    of id: UTF8String, size: DrawnSize, _ connection: ConnectionID
  ) throws(EngineError) {
    let (slot, _) = try button(id)
    let key = PressKey(slot: slot, connection: connection)
    if !presses.hasLayout(key) {
      try checkRoom(for: PressTable.layoutBytes, of: connection)
    }
    let isNoted = presses.report(
      size, key, generation: store.generation(of: slot),
      limit: settings.maximumLayouts
    ) { store.isInUse($0) && store.generation(of: $0) == $1 }
    if !isNoted {
      throw .limitExceeded(limit: "layouts", value: settings.maximumLayouts, index: nil)
    }
  }

  /// Performs a button's action, as a keyboard or a keypad would, and returns the revision.
  package func trigger(_ id: UTF8String) throws(EngineError) -> UInt64 {
    let (_, record) = try button(id)
    if let refusal = refusal(of: record) { throw refusal }
    return try perform(record.definition.action)
  }

  /// How many presses are under way.
  package var pressCount: Int { presses.count }

  /// Applies an action's operations as one change set and returns the revision.
  func perform(_ action: Action?) throws(EngineError) -> UInt64 {
    guard let action, !action.operations.isEmpty else { return store.revision }
    var changes = ChangeSet()
    for operation in action.operations { changes.append(operation) }
    return try apply(&changes)
  }

  /// Why a button takes no press by the newest state; nil when it does.
  func refusal(of record: ButtonRecord) -> EngineError? {
    if !isOn(record.definition.isEnabled) { return .disabled(isBusy: false) }
    if isBusyNow(record) { return .disabled(isBusy: true) }
    return nil
  }

  /// How large a client draws a button; nothing until it says so.
  func drawnSize(_ key: PressKey) -> DrawnSize {
    presses.size(key, generation: store.generation(of: key.slot))
  }

  /// Makes a button look pressed while anybody presses it.
  func showHighlight(_ slot: ButtonSlot, _ record: ButtonRecord) {
    let isPressed = presses.isPressed(slot)
    if record.isHighlighted == isPressed { return }
    record.isHighlighted = isPressed
    markDirty(slot, record, .press)
  }

  private func checkRoom(for key: PressKey) throws(EngineError) {
    let held = presses.slots(heldBy: key.connection)
    if held.contains(key.slot) { return }
    if held.count >= settings.maximumPresses {
      throw .limitExceeded(limit: "presses", value: settings.maximumPresses, index: nil)
    }
    try checkRoom(for: PressTable.pressBytes, of: key.connection)
  }

  private func button(
    _ id: UTF8String
  ) throws(EngineError) -> (slot: ButtonSlot, record: ButtonRecord) {
    guard let slot = slots[id], let record = records[Int(slot.rawValue)] else {
      throw .notFound(kind: "button", name: id.string, nearest: nil, index: nil)
    }
    return (slot, record)
  }
}
