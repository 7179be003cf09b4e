import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

/// The presses under way, and how they end without a release.
final class ActivePresses {
  private let context: EngineContext
  private let lanes: LaneTable
  private let buttons: ButtonTable
  var table: PressTable
  /// Pressed buttons that may refuse presses for another reason than a key's value.
  private var doubtful: [ButtonSlot] = []

  init(_ context: EngineContext, lanes: LaneTable, buttons: ButtonTable) {
    self.context = context
    self.lanes = lanes
    self.buttons = buttons
    table = PressTable(ledger: context.clients)
  }

  var areHeld: Bool { table.count > 0 }

  func showHighlight(_ slot: ButtonSlot, _ record: ButtonRecord) {
    let isPressed = table.isPressed(slot)
    if record.isHighlighted == isPressed { return }
    buttons.willChange(slot, record)
    record.isHighlighted = isPressed
    buttons.markDirty(slot, record, .press)
  }

  // MARK: Presses that a style decides

  /// Nil unless the button's style decides what a press is.
  func primitiveLane(_ record: ButtonRecord) -> Lane? {
    guard let stage = record.stages.first, stage.style != ButtonRecord.Stage.none else {
      return nil
    }
    let lane = lanes[stage.lane]
    let styles = lane.descriptor.styles
    return Int(stage.style) < styles.count && styles[Int(stage.style)].isPrimitive ? lane : nil
  }

  func update(_ press: PrimitivePress) {
    note(press)
    if buttons[press.key.slot] === press.record {
      showHighlight(press.key.slot, press.record)
    }
  }

  /// Updates the table and the lane's queue.
  func note(_ press: PrimitivePress) {
    if isKnown(press) {
      table[press.key] =
        press.events.isDone ? nil : .primitive(press, isPressing: press.events.isPressed)
    }
    if press.events.isReady { lanes.enqueue(press, pressCount: table.count) }
  }

  func isKnown(_ press: PrimitivePress) -> Bool {
    table[press.key]?.primitive === press
  }

  /// Answers the waiters of an abandoned press.
  func answerInactive(_ waiters: [PressWaiter]) {
    for waiter in waiters {
      context.answer(waiter.ticket, .success(phaseResult(.inactive)))
    }
  }

  func phaseResult(_ phase: PressPhase, fleet: FleetMark? = nil) -> [UInt8] {
    context.writer.removeAll(keepingCapacity: true)
    PressResponse(phase: phase, fleet: fleet).write(into: &context.writer)
    return [UInt8](context.writer.bytes)
  }

  // MARK: Ends

  /// A press that cannot begin still ends the previous one.
  func end(_ key: PressKey, _ record: ButtonRecord) {
    switch table[key] {
    case nil: break
    case .standard:
      table[key] = nil
      showHighlight(key.slot, record)
    case .primitive(let press, _):
      answerInactive(press.events.cancel())
      update(press)
    }
  }

  /// The button may refuse presses for another reason than a key's value: its definition, its
  /// group, or what its plugins have answered.
  func noteChange(of slot: ButtonSlot) {
    if table.isHeld(slot) { doubtful.append(slot) }
  }

  /// Ends presses that buttons refuse because of these keys, or for what was noted otherwise.
  func endRefusedPresses(after written: [KeyID], _ derived: [KeyID]) {
    for key in written { reconsiderPresses(following: key) }
    for key in derived { reconsiderPresses(following: key) }
    if doubtful.isEmpty { return }
    let slots = doubtful
    doubtful = []
    for slot in slots {
      guard let record = buttons[slot] else { continue }
      table.follow(record.boundKeys, slot)
      endIfRefused(slot, record)
    }
  }

  private func reconsiderPresses(following key: KeyID) {
    for slot in table.slots(following: key) {
      if let record = buttons[slot] { endIfRefused(slot, record) }
    }
  }

  /// Ends all presses of a button, without an action, if it no longer accepts any.
  private func endIfRefused(_ slot: ButtonSlot, _ record: ButtonRecord) {
    guard table.isHeld(slot), buttons.refusal(of: record) != nil else { return }
    for (key, press) in table.presses(of: slot) {
      if let primitive = press.primitive {
        answerInactive(primitive.events.cancelAll())
        note(primitive)
      } else {
        table[key] = nil
      }
    }
    showHighlight(slot, record)
  }

  /// The button was removed or redefined.
  func forgetPresses(of slot: ButtonSlot) {
    for (key, press) in table.presses(of: slot) {
      table[key] = nil
      guard let primitive = press.primitive else { continue }
      answerInactive(primitive.events.cancelAll())
      note(primitive)
    }
  }

  /// Continues the presses of a button whose definition changed in part, unless another style, or
  /// the daemon, would have to decide them.
  func handOverPresses(of slot: ButtonSlot, from old: ButtonRecord, to record: ButtonRecord) {
    guard table.isHeld(slot) else { return }
    let held = table.presses(of: slot)
    let lane = primitiveLane(record)
    guard record.hasStyle(of: old), held.allSatisfy({ $0.press.primitive?.lane === lane }) else {
      return forgetPresses(of: slot)
    }
    for (_, press) in held { press.primitive?.record = record }
    record.isHighlighted = table.isPressed(slot)
    noteChange(of: slot)
  }

  /// The worker has exited: ends all presses that its styles decide.
  func dropGestures(of lane: Lane) {
    lane.gestures.removeAll()
    for press in table.primitives(inLane: lane) {
      answerInactive(press.events.failed())
      update(press)
    }
  }
}

extension ActivePresses: KeyHolder {
  func holds(_ key: KeyID) -> Bool { table.isFollowed(key) }
}
