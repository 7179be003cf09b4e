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

  /// In a tick, once everything is committed: ends presses that began while a flag was for a moment
  /// other than before and after. No such button is dirty by that.
  func reviewFreshPresses() {
    if freshlyPressed.isEmpty { return }
    for slot in freshlyPressed {
      guard presses.isHeld(slot), let record = records[Int(slot.rawValue)],
        refusal(of: record) != nil
      else { continue }
      cancelPresses(of: slot, record)
    }
    freshlyPressed.removeAll()
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

  /// Has the presses of a button that changes in part go on with what it is from now on.
  func handOverPresses(of slot: ButtonSlot, to record: ButtonRecord) {
    guard presses.isHeld(slot) else { return }
    for (_, press) in presses.presses(of: slot) { press.primitive?.record = record }
    record.isHighlighted = presses.isPressed(slot)
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
