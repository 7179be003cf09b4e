import ButtonProtocol
import ButtonStore

/// Which clients have a pointer over which buttons.
struct HoverTable {
  /// The most buttons that pointers of one client are over; one more takes the place of the first.
  static let maximumButtons = 16
  /// The memory of a pointer over a button, in bytes.
  static let entryBytes = 128

  private var clients: [ConnectionID: [ButtonSlot]] = [:]
  private var counts: [ButtonSlot: Int] = [:]
  private let ledger: ClientLedger

  /// An empty table.
  init(ledger: ClientLedger) { self.ledger = ledger }

  /// Whether a client has a pointer over a button.
  func contains(_ key: PressKey) -> Bool { clients[key.connection]?.contains(key.slot) == true }

  /// Whether any client has a pointer over a button.
  func isHovered(_ slot: ButtonSlot) -> Bool { counts[slot] != nil }

  /// A client's pointer came over a button. Returns the button that it has left for that, if any.
  mutating func enter(_ key: PressKey) -> ButtonSlot? {
    if contains(key) { return nil }
    var left: ButtonSlot?
    if let held = clients[key.connection], held.count >= HoverTable.maximumButtons {
      left = held[0]
      exit(PressKey(slot: held[0], connection: key.connection))
    }
    clients[key.connection, default: []].append(key.slot)
    counts[key.slot, default: 0] += 1
    ledger.keep(HoverTable.entryBytes, for: key.connection)
    return left
  }

  /// A client's pointer has left a button.
  mutating func exit(_ key: PressKey) {
    guard let index = clients[key.connection]?.firstIndex(of: key.slot) else { return }
    clients[key.connection]?.remove(at: index)
    if clients[key.connection]?.isEmpty == true { clients[key.connection] = nil }
    counts[key.slot] = counts[key.slot].flatMap { $0 > 1 ? $0 - 1 : nil }
    ledger.release(HoverTable.entryBytes, for: key.connection)
  }

  /// The buttons that a client's pointers are over, in the order in which they came.
  func slots(under connection: ConnectionID) -> [ButtonSlot] { clients[connection] ?? [] }

  /// Forgets a button that is gone.
  mutating func forget(_ slot: ButtonSlot) {
    if counts[slot] == nil { return }
    for connection in Array(clients.keys) {
      exit(PressKey(slot: slot, connection: connection))
    }
  }

  /// All pointers over buttons.
  var keys: [PressKey] {
    clients.flatMap { connection, slots in
      slots.map { PressKey(slot: $0, connection: connection) }
    }
  }
}
