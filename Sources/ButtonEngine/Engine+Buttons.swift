package import ButtonModel
package import ButtonProtocol
package import ButtonStore
import PluginChannel

/// Buttons and their presses.
extension Engine {
  var buttons: ButtonTable { plugins.buttons }

  /// Marks buttons dirty regardless of their dependencies and returns how many. Takes effect with
  /// the next tick, like any change.
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

  /// What is wrong with a definition that names a missing style, handler or parameter, or a key that
  /// clients may not write; nil if it is valid.
  package func complaint(about definition: ButtonDefinition) -> String? {
    plugins.lanes.lenientRoute(definition).problem?.message
      ?? context.unwritableKey(of: definition).map { "\($0.path): \($0.message)" }
  }

  // MARK: What is known of buttons

  /// The number of defined buttons.
  package var buttonCount: Int { buttons.count }

  /// The length of all definitions of buttons and groups as JSON, in bytes.
  package var definitionBytes: Int {
    buttons.definitionBytes + buttons.groups.definitionBytes
  }

  /// The definition of a button; nil if there is none.
  package func definition(of id: UTF8String) -> ButtonDefinition? {
    buttons.record(of: id)?.definition
  }

  /// The definition of a button, with what it performed as its action; nil if there is no such button.
  package func definition(
    of id: UTF8String, performing performed: Performed
  ) -> ButtonDefinition? {
    guard let record = buttons.record(of: id) else { return nil }
    return record.definition.performing(performed.place, delta: performed.delta)
  }

  /// The definition in a slot.
  package func definition(in slot: ButtonSlot) -> ButtonDefinition? { buttons[slot]?.definition }

  /// The status of a button; nil if its look is up to date.
  package func status(of slot: ButtonSlot) -> ButtonStatus? { buttons[slot]?.shownStatus }

  /// Whether subscribers see a button as removed.
  package func isHidden(_ slot: ButtonSlot) -> Bool { buttons[slot]?.isHidden == true }

  /// The id of the button that workers know by this handle; nil if it was removed or redefined.
  package func buttonID(handle: UInt64) -> UTF8String? { buttons.record(handle: handle)?.id }

  /// Visits the matching buttons with ids after `after`, in order of their ids, until `body`
  /// returns false or the search has cost `allowance`. In the latter case returns the id to
  /// continue after.
  package func forEachButton(
    _ match: Match, after: UTF8String? = nil, allowance: Int = .max,
    _ body: (ButtonSlot) -> Bool
  ) -> UTF8String? {
    buttons.forEachButton(match, after: after, allowance: allowance, body)
  }

  /// The slots of the matching buttons, ordered by id.
  package func slots(matching match: Match) -> [ButtonSlot] { buttons.slots(matching: match) }

  // MARK: Presses

  /// Handles an event of a client's press of a button.
  package func press(
    _ request: PressRequest, now: UInt64
  ) throws(EngineError) -> PressOutcome {
    settle()
    return try presses.press(request, now: now)
  }

  /// Notes the size at which a client draws a button.
  package func reportLayout(
    of id: UTF8String, size: DrawnSize, _ connection: ConnectionID
  ) throws(EngineError) {
    try presses.reportLayout(of: id, size: size, connection)
  }

  /// Performs a button's action, or that of a gesture, without a press, as a keypad would.
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

  /// Chooses an entry of a button's menu.
  package func choose(
    _ item: String, inMenuOf id: UTF8String, for requester: Requester? = nil
  ) throws(EngineError) -> Performed {
    settle()
    return try presses.choose(item, inMenuOf: id, for: requester)
  }

  /// Notifies subscribers to actions, by ``EngineAction/performed``, of one that was performed; with
  /// strict durability, once its changes are in the journal.
  package func notify(_ action: PerformedAction) { state.notify(action) }

  /// Makes a change of state, the present revision, a part of the release of a press that has just performed its
  /// button's action: the button's look changes with the transaction of the release. Without effect on a press that is
  /// not known any more.
  package func follow(press: UInt64, now: UInt64) {
    context.recentPresses.add(changeOf: revision, to: press, now: now)
  }

  /// Ends the presses of a connection that is closed or has lost the right to press.
  package func closePresses(of connection: ConnectionID) {
    settle()
    presses.closePresses(of: connection)
    hovers.close(connection)
  }

  /// A client's pointer came over a button, or has left it.
  package func hover(
    _ id: UTF8String, isOver: Bool, _ connection: ConnectionID
  ) throws(EngineError) {
    if isOver { try hovers.enter(id, connection) } else { try hovers.exit(id, connection) }
  }

  /// The pointers over buttons: a connection and the id of the button.
  package var pointers: [(connection: ConnectionID, id: String)] { hovers.pointers }

  /// The number of presses under way.
  package var pressCount: Int { presses.count }

  /// The presses under way: a connection, the id of the button, and whether time has decided what its
  /// release performs.
  package var pressesUnderWay: [(connection: ConnectionID, id: String, hasRepeated: Bool)] {
    presses.pressesUnderWay
  }

  /// The reported sizes: a connection, the id of the button and the size.
  package var layouts: [(connection: ConnectionID, id: String, size: DrawnSize)] {
    presses.layouts
  }

  /// Whether a style has not decided yet about the connection's press of this button. The
  /// connection's next request must wait until it has.
  package func isAwaitingStyle(of id: UTF8String, _ connection: ConnectionID) -> Bool {
    presses.isAwaitingStyle(of: id, connection)
  }
}
