import ButtonStore

extension Engine {
  /// Ends all presses of a button without an action, because it takes none any more.
  func cancelPresses(of slot: ButtonSlot, _ record: ButtonRecord) {
    endPresses(of: slot)
    showHighlight(slot, record)
  }

  /// Ends the presses of buttons that take none any more since these keys changed, also where the next
  /// change lets them take presses again before a frame has shown it.
  func endRefusedPresses(after changed: [KeyID]) {
    for key in changed {
      for slot in presses.slots(following: key) {
        guard let record = records[Int(slot.rawValue)] else { continue }
        endRefusedPresses(of: slot, record)
      }
    }
  }

  /// Ends all presses of a button if it takes none any more.
  func endRefusedPresses(of slot: ButtonSlot, _ record: ButtonRecord) {
    if presses.isHeld(slot), refusal(of: record) != nil { cancelPresses(of: slot, record) }
  }

  /// Ends the presses of a button that is gone, or has another definition from now on.
  func forgetPresses(of slot: ButtonSlot) {
    for (key, press) in presses.presses(of: slot) {
      presses[key] = nil
      guard let primitive = press.primitive else { continue }
      answerInactive(primitive.events.cancelAll())
      note(primitive)
    }
  }

  /// Has the presses of a button that changes in part go on with what it is from now on; those end that
  /// another style, or nobody but the daemon, would have to decide.
  func handOverPresses(of slot: ButtonSlot, from old: ButtonRecord, to record: ButtonRecord) {
    guard presses.isHeld(slot) else { return }
    let held = presses.presses(of: slot)
    let lane = primitiveLane(record)
    guard record.hasStyle(of: old), held.allSatisfy({ $0.press.primitive?.lane === lane }) else {
      return forgetPresses(of: slot)
    }
    for (_, press) in held { press.primitive?.record = record }
    presses.follow(record.boundKeys, slot)
    record.isHighlighted = presses.isPressed(slot)
  }

  /// Ends the presses of a connection that is gone or may not press any more, and forgets what it
  /// reported. What it has released goes on: the action of a press that is complete is due.
  package func closePresses(of connection: ConnectionID) {
    for slot in presses.slots(heldBy: connection) {
      let key = PressKey(slot: slot, connection: connection)
      if let primitive = presses[key]?.primitive {
        _ = primitive.events.cancel()
        update(primitive)
      } else {
        presses[key] = nil
        if let record = records[Int(slot.rawValue)] { showHighlight(slot, record) }
      }
    }
    presses.forgetLayouts(of: connection)
  }

  private func endPresses(of slot: ButtonSlot) {
    for (key, press) in presses.presses(of: slot) {
      if let primitive = press.primitive {
        answerInactive(primitive.events.cancelAll())
        note(primitive)
      } else {
        presses[key] = nil
      }
    }
  }
}
