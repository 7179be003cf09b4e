import ButtonProtocol
import ButtonStore

/// Which clients have a pointer over which buttons.
struct HoverTable {
  /// The memory of a pointer over a button.
  static let entryBytes = 128

  private var clients: [ConnectionID: [ButtonSlot]] = [:]
  private var counts: [ButtonSlot: Int] = [:]
  private let ledger: ClientLedger

  init(ledger: ClientLedger) { self.ledger = ledger }

  func contains(_ key: PressKey) -> Bool { clients[key.connection]?.contains(key.slot) == true }

  func isHovered(_ slot: ButtonSlot) -> Bool { counts[slot] != nil }

  /// Returns the buttons that the client's pointers leave for this one: they are over at most `limit`.
  mutating func enter(_ key: PressKey, atMost limit: Int) -> ArraySlice<ButtonSlot> {
    if contains(key) { return [] }
    let held = slots(under: key.connection)
    let left = held.prefix(max(0, held.count + 1 - limit))
    for slot in left { exit(PressKey(slot: slot, connection: key.connection)) }
    clients[key.connection, default: []].append(key.slot)
    counts[key.slot, default: 0] += 1
    ledger.keep(HoverTable.entryBytes, for: key.connection)
    return left
  }

  mutating func exit(_ key: PressKey) {
    guard let index = clients[key.connection]?.firstIndex(of: key.slot) else { return }
    clients[key.connection]?.remove(at: index)
    if clients[key.connection]?.isEmpty == true { clients[key.connection] = nil }
    counts[key.slot] = counts[key.slot].flatMap { $0 > 1 ? $0 - 1 : nil }
    ledger.release(HoverTable.entryBytes, for: key.connection)
  }

  /// Returns the buttons in the order in which the pointers came.
  func slots(under connection: ConnectionID) -> [ButtonSlot] { clients[connection] ?? [] }

  mutating func forget(_ slot: ButtonSlot) {
    if counts[slot] == nil { return }
    for connection in Array(clients.keys) {
      exit(PressKey(slot: slot, connection: connection))
    }
  }

  var keys: [PressKey] {
    clients.flatMap { connection, slots in
      slots.map { PressKey(slot: $0, connection: connection) }
    }
  }
}
