package import ButtonModel
package import ButtonProtocol
package import ButtonStore
import PluginChannel

/// Buttons and their presses.
extension Engine {
  var buttons: ButtonTable { plugins.buttons }

  /// Defines buttons, all or none; a button of the same id is replaced.
  package func define(
    _ definitions: [ButtonDefinition], isKept: Bool = false, keepsPresses: Bool = false
  ) throws(EngineError) -> UInt64 {
    try definer.define(definitions, isKept: isKept, keepsPresses: keepsPresses)
  }

  /// Removes buttons for a client and returns the ids of those that were there.
  package func removeDurably(_ match: Match) throws(EngineError) -> [UTF8String] {
    try gate.checkDurable()
    return definer.remove(match)
  }

  /// Removes buttons and returns the ids of those that were there.
  package func remove(_ match: Match) -> [UTF8String] { definer.remove(match) }

  /// Marks buttons dirty whatever they read and returns how many; coalesced like all changes.
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

  /// What a definition names that is not there, or does not fit; nil when all is well.
  package func complaint(about definition: ButtonDefinition) -> String? {
    plugins.lanes.lenientRoute(definition).problem?.message
  }

  // MARK: What is known of buttons

  /// The number of buttons that are defined.
  package var buttonCount: Int { buttons.count }

  /// Bytes of all definitions as JSON.
  package var definitionBytes: Int { buttons.definitionBytes }

  /// The definition of a button; nil when there is none.
  package func definition(of id: UTF8String) -> ButtonDefinition? {
    buttons.record(of: id)?.definition
  }

  /// The definition in a slot.
  package func definition(in slot: ButtonSlot) -> ButtonDefinition? { buttons[slot]?.definition }

  /// The status of a button; nil when all is well.
  package func status(of slot: ButtonSlot) -> ButtonStatus? { buttons[slot]?.status }

  /// How often a button was passed over.
  package func resolves(of slot: ButtonSlot) -> UInt64 { buttons[slot]?.resolves ?? 0 }

  /// The id of the button that lanes know by this handle; nil when it is gone or redefined.
  package func buttonID(handle: UInt64) -> UTF8String? { buttons.record(handle: handle)?.id }

  /// Visits the matching buttons behind `after`, in the order of their ids, until `body` says false
  /// or the search has cost `allowance`; then it returns the id behind which it stopped.
  package func forEachButton(
    _ match: Match, after: UTF8String? = nil, allowance: Int = .max,
    _ body: (ButtonSlot) -> Bool
  ) -> UTF8String? {
    buttons.forEachButton(match, after: after, allowance: allowance, body)
  }

  /// The slots of the matching buttons, in the order of their ids.
  package func slots(matching match: Match) -> [ButtonSlot] { buttons.slots(matching: match) }

  // MARK: Presses

  /// Takes an event of a client's press of a button.
  package func press(
    _ request: PressRequest, now: UInt64
  ) throws(EngineError) -> PressOutcome {
    try presses.press(request, now: now)
  }

  /// A client says how large it draws a button.
  package func reportLayout(
    of id: UTF8String, size: DrawnSize, _ connection: ConnectionID
  ) throws(EngineError) {
    try presses.reportLayout(of: id, size: size, connection)
  }

  /// Performs a button's action, as a keyboard or a keypad would, and returns the revision.
  package func trigger(_ id: UTF8String) throws(EngineError) -> UInt64 { try presses.trigger(id) }

  /// Ends the presses of a connection that is gone or may not press any more.
  package func closePresses(of connection: ConnectionID) {
    presses.closePresses(of: connection)
  }

  /// How many presses are under way.
  package var pressCount: Int { presses.count }

  /// Which client presses which button, by connection and id.
  package var pressesUnderWay: [(connection: ConnectionID, id: String)] {
    presses.pressesUnderWay
  }

  /// How large which client draws which button, by connection and id.
  package var layouts: [(connection: ConnectionID, id: String, size: DrawnSize)] {
    presses.layouts
  }

  /// Whether a connection waits for what a button's style makes of its press: what it asks for next takes
  /// effect after that.
  package func isAwaitingStyle(of id: UTF8String, _ connection: ConnectionID) -> Bool {
    presses.isAwaitingStyle(of: id, connection)
  }
}
