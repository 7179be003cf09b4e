import ButtonStore

extension Engine {
  /// Ends all presses of a button without an action, because it takes none any more.
  func cancelPresses(of slot: ButtonSlot, _ record: ButtonRecord) {
    dropPresses(of: slot)
    showHighlight(slot, record)
  }

  /// The same for a button that is about to be resolved anyway, or is gone.
  func dropPresses(of slot: ButtonSlot) {
    guard presses.isHeld(slot) else { return }
    for connection in presses.connections(pressing: slot) {
      presses[PressKey(slot: slot, connection: connection)] = nil
    }
  }

  /// In a tick, before a dirty button's state is taken: ends its presses if it takes none any more.
  func reviewPresses(of slot: ButtonSlot, _ record: ButtonRecord) {
    guard presses.isHeld(slot), refusal(of: record) != nil else { return }
    dropPresses(of: slot)
    record.isHighlighted = false
  }

  /// Ends the presses of a connection that is gone, and forgets what it reported.
  func closePresses(of connection: ConnectionID) {
    for slot in presses.slots(pressedBy: connection) {
      presses[PressKey(slot: slot, connection: connection)] = nil
      if let record = records[Int(slot.rawValue)] { showHighlight(slot, record) }
    }
    presses.forgetLayouts(of: connection)
  }
}
