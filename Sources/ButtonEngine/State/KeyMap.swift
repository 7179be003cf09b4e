import ButtonStore

/// Values of some keys, found without hashing. Takes four bytes for every key up to the last.
struct KeyMap<Value> {
  /// The place of each key's value plus one, by the key's number; 0 without a value.
  private var places: [UInt32] = []
  private var slots: [Value?] = []
  private var freeSlots: [Int] = []

  var count: Int { slots.count - freeSlots.count }

  var isEmpty: Bool { count == 0 }

  var values: some Sequence<Value> { slots.lazy.compactMap { $0 } }

  @inline(__always)
  func contains(_ key: KeyID) -> Bool { slot(of: key) != nil }

  subscript(key: KeyID) -> Value? {
    @inline(__always) get { slot(of: key).flatMap { slots[$0] } }
    _modify {
      let slot = slot(of: key) ?? addSlot(for: key)
      defer {
        if case .none = slots[slot] {
          places[Int(key.rawValue)] = 0
          freeSlots.append(slot)
        }
      }
      yield &slots[slot]
    }
  }

  @inline(__always)
  private func slot(of key: KeyID) -> Int? {
    let index = Int(key.rawValue)
    guard index < places.count, places[index] != 0 else { return nil }
    return Int(places[index]) - 1
  }

  private mutating func addSlot(for key: KeyID) -> Int {
    let slot = freeSlots.popLast() ?? slots.count
    if slot == slots.count { slots.append(nil) }
    let index = Int(key.rawValue)
    if index >= places.count {
      places.append(contentsOf: repeatElement(0, count: index + 1 - places.count))
    }
    places[index] = UInt32(slot + 1)
    return slot
  }
}
