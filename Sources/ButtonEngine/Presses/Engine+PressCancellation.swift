import ButtonStore

extension Engine {
  /// Ends all presses of a button without an action, because it takes none any more.
  func cancelPresses(of slot: ButtonSlot, _ record: ButtonRecord) {
    endPresses(of: slot)
    showHighlight(slot, record)
  }

  /// In a tick, before a dirty button's state is taken: ends its presses if it takes none any more.
  func reviewPresses(of slot: ButtonSlot, _ record: ButtonRecord) {
    guard presses.isHeld(slot), refusal(of: record) != nil else { return }
    endPresses(of: slot)
    record.isHighlighted = false
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

  /// Ends the presses of a connection that is gone, and forgets what it reported. What it has
  /// released goes on: the action of a press that is complete is due.
  func closePresses(of connection: ConnectionID) {
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
