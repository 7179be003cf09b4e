import ButtonModel
import ButtonProtocol
import ButtonStore

/// Knows which buttons pointers are over. That is not a control state: a member of the look shows
/// it, and only buttons whose plugins read it are resolved again.
final class HoverController {
  private let context: EngineContext
  private let buttons: ButtonTable
  private let looks: LookBoard
  private var table: HoverTable

  init(_ context: EngineContext, buttons: ButtonTable, looks: LookBoard) {
    self.context = context
    self.buttons = buttons
    self.looks = looks
    table = HoverTable(ledger: context.clients)
  }

  func enter(_ id: UTF8String, _ connection: ConnectionID) throws(EngineError) {
    let (slot, _) = try buttons.button(id)
    let key = PressKey(slot: slot, connection: connection)
    if table.contains(key) { return }
    try context.checkRoom(for: HoverTable.entryBytes, of: connection)
    let left = table.enter(key, atMost: context.settings.limits.hovers)
    for slot in left { show(slot) }
    show(slot)
  }

  func exit(_ id: UTF8String, _ connection: ConnectionID) throws(EngineError) {
    let (slot, _) = try buttons.button(id)
    table.exit(PressKey(slot: slot, connection: connection))
    show(slot)
  }

  /// The connection is closed, or has lost the right to press.
  func close(_ connection: ConnectionID) {
    for slot in table.slots(under: connection) {
      table.exit(PressKey(slot: slot, connection: connection))
      show(slot)
    }
  }

  func forget(_ slot: ButtonSlot) { table.forget(slot) }

  var pointers: [(connection: ConnectionID, id: String)] {
    table.keys
      .compactMap { key in buttons[key.slot].map { (key.connection, $0.id.string) } }
      .sorted { ($0.connection.rawValue, $0.id) < ($1.connection.rawValue, $1.id) }
  }

  private func show(_ slot: ButtonSlot) {
    guard let record = buttons[slot], record.isHovered != table.isHovered(slot) else { return }
    record.isHovered = table.isHovered(slot)
    if record.readsHover(context.store) || record.phase != .settled || context.store.isDirty(slot) {
      // What is under way may be about to read it, and a definition waits for its tick.
      buttons.markDirty(slot, record, .press)
    } else {
      looks.redraw(slot, record)
    }
  }
}
