import ButtonProtocol
import ButtonStore

/// All presses, and the sizes at which clients draw buttons.
struct PressTable {
  /// The presses of one button.
  struct Button {
    var presses: [ConnectionID: ActivePress] = [:]
    /// The number of presses that count as pressed.
    var pressing = 0
    /// The keys that decide whether the button accepts presses.
    var keys = FewKeys()
  }

  /// A reported size, and the generation of the button that it is for.
  private struct Layout {
    var size: DrawnSize
    var generation: UInt32
  }

  /// The presses and sizes of one connection.
  private struct Client {
    var held: Set<ButtonSlot> = []
    var layouts: [ButtonSlot: Layout] = [:]
  }

  private var buttons: [ButtonSlot: Button] = [:]
  private var clients: [ConnectionID: Client] = [:]
  /// The pressed buttons that depend on a key for accepting presses.
  private var followers: [KeyID: Set<ButtonSlot>] = [:]

  /// Counts the memory used for clients.
  private let ledger: ClientLedger

  /// The number of presses.
  private(set) var count = 0

  /// The memory of a press, with the events that wait for its style, in bytes.
  static let pressBytes = 2_048
  /// The memory of a reported size, in bytes.
  static let layoutBytes = 64

  /// An empty table.
  init(ledger: ClientLedger) { self.ledger = ledger }

  // MARK: Presses

  /// One client's press of one button; setting nil ends it.
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

  /// Sets the keys that decide whether a pressed button accepts presses.
  mutating func follow(_ keys: FewKeys, _ slot: ButtonSlot) {
    guard let old = buttons[slot]?.keys, old != keys else { return }
    for key in old where followers[key]?.remove(slot) != nil && followers[key]?.isEmpty == true {
      followers[key] = nil
    }
    for key in keys { followers[key, default: []].insert(slot) }
    buttons[slot]?.keys = keys
  }

  /// The pressed buttons that depend on a key for accepting presses.
  func slots(following key: KeyID) -> Set<ButtonSlot> { followers[key] ?? [] }

  /// Whether some pressed button depends on a key for accepting presses.
  func isFollowed(_ key: KeyID) -> Bool { followers[key] != nil }

  /// Whether a press of the button counts as pressed.
  func isPressed(_ slot: ButtonSlot) -> Bool { (buttons[slot]?.pressing ?? 0) > 0 }

  /// Whether there are presses of the button, pressed or not.
  func isHeld(_ slot: ButtonSlot) -> Bool { count > 0 && buttons[slot] != nil }

  /// The presses of a button.
  func presses(of slot: ButtonSlot) -> [(key: PressKey, press: ActivePress)] {
    guard let button = buttons[slot] else { return [] }
    return button.presses.map { (PressKey(slot: slot, connection: $0.key), $0.value) }
  }

  /// The buttons that a connection is pressing.
  func slots(heldBy connection: ConnectionID) -> Set<ButtonSlot> {
    clients[connection]?.held ?? []
  }

  /// The presses decided by the styles of a lane.
  func primitives(inLane lane: Lane) -> [PrimitivePress] {
    buttons.values.flatMap { button in
      button.presses.values.compactMap(\.primitive).filter { $0.lane === lane }
    }
  }

  // MARK: Layouts

  /// The size at which a client draws the button with this slot and generation.
  func size(_ key: PressKey, generation: UInt32) -> DrawnSize {
    guard let layout = clients[key.connection]?.layouts[key.slot],
      layout.generation == generation
    else { return .unreported }
    return layout.size
  }

  /// Sets the size at which a client draws a button; false if it has reported `limit` others.
  ///
  /// Sizes for removed buttons, for which `isCurrent` is false, are dropped to make room.
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

  /// Whether a client has reported how large it draws a button.
  func hasLayout(_ key: PressKey) -> Bool {
    clients[key.connection]?.layouts[key.slot] != nil
  }

  /// The sizes for which `isCurrent` is true.
  func layouts(
    isCurrent: (ButtonSlot, _ generation: UInt32) -> Bool
  ) -> [(key: PressKey, size: DrawnSize)] {
    clients.flatMap { connection, client in
      client.layouts.filter { isCurrent($0.key, $0.value.generation) }.map {
        (PressKey(slot: $0.key, connection: connection), $0.value.size)
      }
    }
  }

  /// All presses.
  var keys: [PressKey] {
    buttons.flatMap { slot, button in
      button.presses.keys.map { PressKey(slot: slot, connection: $0) }
    }
  }

  /// Drops the sizes that a closed connection has reported.
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

/// Identifies a press: there is at most one for each button and client.
struct PressKey: Hashable {
  let slot: ButtonSlot
  let connection: ConnectionID
}
