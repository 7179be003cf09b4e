package import ButtonModel
package import ButtonProtocol
package import ButtonStore
import PluginChannel

/// Buttons and their presses.
extension Engine {
  var buttons: ButtonTable { plugins.buttons }

  /// Marks buttons dirty for the next tick, whatever their dependencies, and returns how many.
  package func setNeedsUpdateConfiguration(_ match: Match) -> Int {
    let found = buttons.slots(matching: match)
    context.budget.work &+= found.count * WorkCost.mark
    for slot in found {
      guard let record = buttons[slot] else { continue }
      buttons.markDirty(slot, record, .request)
    }
    context.statistics.updateRequests += UInt64(found.count)
    return found.count
  }

  /// A missing style, handler or parameter, or a key that clients may not write; nil if it is
  /// valid.
  package func complaint(about definition: ButtonDefinition) -> String? {
    plugins.lanes.lenientRoute(definition).problem?.message
      ?? context.unwritableKey(of: definition).map { "\($0.path): \($0.message)" }
  }

  // MARK: What is known of buttons

  package var buttonCount: Int { buttons.count }

  /// The size of all buttons and groups, as JSON.
  package var definitionBytes: Int {
    buttons.definitionBytes + buttons.groups.definitionBytes
  }

  package func definition(of id: UTF8String) -> ButtonDefinition? {
    buttons.record(of: id)?.definition
  }

  /// Returns the definition with what the button performed as its action.
  package func definition(
    of id: UTF8String, performing performed: Performed
  ) -> ButtonDefinition? {
    guard let record = buttons.record(of: id) else { return nil }
    return record.definition.performing(performed.place, delta: performed.delta)
  }

  package func definition(in slot: ButtonSlot) -> ButtonDefinition? { buttons[slot]?.definition }

  /// Nil if the look is up to date.
  package func status(of slot: ButtonSlot) -> ButtonStatus? { buttons[slot]?.shownStatus }

  /// Whether subscribers see a button as removed.
  package func isHidden(_ slot: ButtonSlot) -> Bool { buttons[slot]?.isHidden == true }

  /// Nil if the button was removed or redefined.
  package func buttonID(handle: UInt64) -> UTF8String? { buttons.record(handle: handle)?.id }

  /// Visits the matching buttons after `after`, by id, until `body` returns false or the search has
  /// cost `allowance`, when it returns the id to continue after.
  package func forEachButton(
    _ match: Match, after: UTF8String? = nil, allowance: Int = .max,
    _ body: (ButtonSlot) -> Bool
  ) -> UTF8String? {
    buttons.forEachButton(match, after: after, allowance: allowance, body)
  }

  /// Ordered by id.
  package func slots(matching match: Match) -> [ButtonSlot] { buttons.slots(matching: match) }

  // MARK: Presses

  package func press(
    _ request: PressRequest, now: UInt64
  ) throws(EngineError) -> PressOutcome {
    settle()
    return try presses.press(request, now: now)
  }

  package func reportLayout(
    of id: UTF8String, size: DrawnSize, _ connection: ConnectionID
  ) throws(EngineError) {
    try presses.reportLayout(of: id, size: size, connection)
  }

  /// Performs the action of a button or gesture without a press, as a keypad would.
  @discardableResult
  package func trigger(
    _ id: UTF8String, _ gesture: TimedGesture? = nil, for requester: Requester? = nil
  ) throws(EngineError) -> Performed {
    settle()
    return try presses.trigger(id, gesture, for: requester)
  }

  /// Turns a button by some steps, as an encoder does.
  @discardableResult
  package func rotate(
    _ id: UTF8String, by delta: Int, for requester: Requester? = nil
  ) throws(EngineError) -> Performed {
    settle()
    return try presses.rotate(id, by: delta, for: requester)
  }

  package func choose(
    _ item: String, inMenuOf id: UTF8String, for requester: Requester? = nil
  ) throws(EngineError) -> Performed {
    settle()
    return try presses.choose(item, inMenuOf: id, for: requester)
  }

  /// Notifies subscribers to actions by ``EngineAction/performed``; with strict durability, once
  /// the action's changes are in the journal.
  package func notify(_ action: PerformedAction) { state.notify(action) }

  /// Makes the present revision part of the release of a press that has just performed its action,
  /// so that the button's look changes with the release's transaction. Ignores unknown presses.
  package func follow(press: UInt64, now: UInt64) {
    context.recentPresses.add(changeOf: revision, to: press, now: now)
  }

  /// Call when a connection is closed or loses the right to press.
  package func closePresses(of connection: ConnectionID) {
    settle()
    presses.closePresses(of: connection)
    hovers.close(connection)
  }

  package func hover(
    _ id: UTF8String, isOver: Bool, _ connection: ConnectionID
  ) throws(EngineError) {
    if isOver { try hovers.enter(id, connection) } else { try hovers.exit(id, connection) }
  }

  package var pointers: [(connection: ConnectionID, id: String)] { hovers.pointers }

  package var pressCount: Int { presses.count }

  /// `hasRepeated`: time has decided what the release performs.
  package var pressesUnderWay: [(connection: ConnectionID, id: String, hasRepeated: Bool)] {
    presses.pressesUnderWay
  }

  package var layouts: [(connection: ConnectionID, id: String, size: DrawnSize)] {
    presses.layouts
  }

  /// Whether a style has yet to decide about the connection's press of this button. The
  /// connection's next request must wait until it has.
  package func isAwaitingStyle(of id: UTF8String, _ connection: ConnectionID) -> Bool {
    presses.isAwaitingStyle(of: id, connection)
  }
}
