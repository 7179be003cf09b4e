import ButtonProtocol
import ButtonStore

/// All presses, and the sizes at which clients draw buttons.
struct PressTable {
  struct Button {
    var presses: [ConnectionID: ActivePress] = [:]
    /// How many presses count as pressed.
    var pressing = 0
    /// The keys that decide whether the button accepts presses.
    var keys = FewKeys()
  }

  /// A reported size, and the generation of the button that it is for.
  private struct Layout {
    var size: DrawnSize
    var generation: UInt32
  }

  private struct Client {
    var held: Set<ButtonSlot> = []
    var layouts: [ButtonSlot: Layout] = [:]
  }

  private var buttons: [ButtonSlot: Button] = [:]
  private var clients: [ConnectionID: Client] = [:]
  /// Pressed buttons, by the keys that decide whether they accept presses.
  private var followers: [KeyID: Set<ButtonSlot>] = [:]

  private let ledger: ClientLedger

  private(set) var count = 0

  /// The size of a press with the events that wait for its style.
  static let pressBytes = 2_048
  static let layoutBytes = 64

  init(ledger: ClientLedger) { self.ledger = ledger }

  // MARK: Presses

  /// Nil ends the press.
  subscript(key: PressKey) -> ActivePress? {
    get { buttons[key.slot]?.presses[key.connection] }
    set {
      let old = buttons[key.slot]?.presses[key.connection]
      if old == nil, newValue == nil { return }
      let change = (newValue?.isPressing == true ? 1 : 0) - (old?.isPressing == true ? 1 : 0)
      buttons[key.slot, default: Button()].presses[key.connection] = newValue
      buttons[key.slot]?.pressing += change
      if newValue == nil {
        count -= 1
        ledger.release(PressTable.pressBytes, for: key.connection)
        if buttons[key.slot]?.presses.isEmpty == true {
          follow(FewKeys(), key.slot)
          buttons[key.slot] = nil
        }
        clients[key.connection]?.held.remove(key.slot)
        dropIfEmpty(key.connection)
      } else if old == nil {
        count += 1
        ledger.keep(PressTable.pressBytes, for: key.connection)
        clients[key.connection, default: Client()].held.insert(key.slot)
      }
    }
  }

  /// Follows the keys that decide whether the button accepts presses.
  mutating func follow(_ keys: FewKeys, _ slot: ButtonSlot) {
    guard let old = buttons[slot]?.keys, old != keys else { return }
    for key in old where followers[key]?.remove(slot) != nil && followers[key]?.isEmpty == true {
      followers[key] = nil
    }
    for key in keys { followers[key, default: []].insert(slot) }
    buttons[slot]?.keys = keys
  }

  func slots(following key: KeyID) -> Set<ButtonSlot> { followers[key] ?? [] }

  func isFollowed(_ key: KeyID) -> Bool { followers[key] != nil }

  func isPressed(_ slot: ButtonSlot) -> Bool { (buttons[slot]?.pressing ?? 0) > 0 }

  /// Whether there are presses of it, pressed or not.
  func isHeld(_ slot: ButtonSlot) -> Bool { count > 0 && buttons[slot] != nil }

  func presses(of slot: ButtonSlot) -> [(key: PressKey, press: ActivePress)] {
    guard let button = buttons[slot] else { return [] }
    return button.presses.map { (PressKey(slot: slot, connection: $0.key), $0.value) }
  }

  func slots(heldBy connection: ConnectionID) -> Set<ButtonSlot> {
    clients[connection]?.held ?? []
  }

  /// Returns the presses that styles of the lane decide.
  func primitives(inLane lane: Lane) -> [PrimitivePress] {
    buttons.values.flatMap { button in
      button.presses.values.compactMap(\.primitive).filter { $0.lane === lane }
    }
  }

  // MARK: Layouts

  /// Returns the size drawn for this generation of the button.
  func size(_ key: PressKey, generation: UInt32) -> DrawnSize {
    guard let layout = clients[key.connection]?.layouts[key.slot],
      layout.generation == generation
    else { return .unreported }
    return layout.size
  }

  /// False if the client has reported `limit` other sizes. To make room, drops those for removed
  /// buttons, for which `isCurrent` is false.
  mutating func report(
    _ size: DrawnSize, _ key: PressKey, generation: UInt32, limit: Int,
    isCurrent: (ButtonSlot, _ generation: UInt32) -> Bool
  ) -> Bool {
    let layout = Layout(size: size, generation: generation)
    if let layouts = clients[key.connection]?.layouts, layouts[key.slot] == nil,
      layouts.count >= limit
    {
      let kept = layouts.filter { isCurrent($0.key, $0.value.generation) }
      if kept.count >= limit { return false }
      ledger.release(
        (layouts.count - kept.count) * PressTable.layoutBytes, for: key.connection)
      clients[key.connection]?.layouts = kept
    }
    let old = clients[key.connection, default: Client()].layouts.updateValue(
      layout, forKey: key.slot)
    if old == nil { ledger.keep(PressTable.layoutBytes, for: key.connection) }
    return true
  }

  func hasLayout(_ key: PressKey) -> Bool {
    clients[key.connection]?.layouts[key.slot] != nil
  }

  func layouts(
    isCurrent: (ButtonSlot, _ generation: UInt32) -> Bool
  ) -> [(key: PressKey, size: DrawnSize)] {
    clients.flatMap { connection, client in
      client.layouts.filter { isCurrent($0.key, $0.value.generation) }.map {
        (PressKey(slot: $0.key, connection: connection), $0.value.size)
      }
    }
  }

  var keys: [PressKey] {
    buttons.flatMap { slot, button in
      button.presses.keys.map { PressKey(slot: slot, connection: $0) }
    }
  }

  mutating func forgetLayouts(of connection: ConnectionID) {
    let count = clients[connection]?.layouts.count ?? 0
    ledger.release(count * PressTable.layoutBytes, for: connection)
    clients[connection]?.layouts = [:]
    dropIfEmpty(connection)
  }

  private mutating func dropIfEmpty(_ connection: ConnectionID) {
    guard let client = clients[connection], client.held.isEmpty, client.layouts.isEmpty else {
      return
    }
    clients[connection] = nil
  }
}

/// There is at most one press for each button and client.
struct PressKey: Hashable {
  let slot: ButtonSlot
  let connection: ConnectionID
}
