internal import ButtonModel
internal import ButtonStore
internal import CPlatform

/// What the store costs per dirty button in time, and per button and key in memory.
///
/// Every button reads four keys: its group's `mode`, the group's `a` or `b` depending on it, an item
/// that sixteen share and one key that all read. A tick writes the `mode` of one group; its 128
/// buttons, scattered over all, become dirty and read the other branch.
struct StoreBenchmark {
  /// How much of a button's dependency set alternates from tick to tick.
  enum Alternation {
    /// One key of four, read by the same group: a branch.
    case branch
    /// One key of four, read by a few buttons from anywhere.
    case item
    /// All but the written key: three of four.
    case three
  }

  private static let groupSize = 128
  private static let itemSize = 16

  /// Heap bytes of the keys with their names, and of the names' text alone.
  private(set) var keyBytes = 0
  private(set) var nameBytes = 0
  /// Heap bytes of the buttons and all that they made grow.
  private(set) var buttonBytes = 0
  /// Heap bytes of everything but the names' text.
  var bytes: Int { keyBytes - nameBytes + buttonBytes }
  /// How many keys there are.
  var keyCount: Int { store.keyCount }
  /// How many digests differed: what the loop is for.
  private(set) var looksChanged = 0

  private let store = Store()
  private var modes: [KeyID] = []
  private var branches: [(KeyID, KeyID)] = []
  private var items: [KeyID] = []
  private var everybody: [KeyID] = []
  private var writes: [Int64]
  private var nextGroup = 0

  /// A store with that many buttons, each answered once.
  init(buttonCount: Int) {
    let groupCount = (buttonCount + Self.groupSize - 1) / Self.groupSize
    let itemCount = (buttonCount + Self.itemSize - 1) / Self.itemSize
    writes = Array(repeating: 0, count: groupCount)
    modes.reserveCapacity(groupCount)
    branches.reserveCapacity(groupCount)
    items.reserveCapacity(itemCount)
    everybody.reserveCapacity(2)
    var groupOfSlot = (0..<buttonCount).map { UInt32($0 / Self.groupSize) }
    var itemOfSlot = (0..<buttonCount).map { UInt32($0 / Self.itemSize) }
    var random = SystemRandomNumberGenerator()
    groupOfSlot.shuffle(using: &random)
    itemOfSlot.shuffle(using: &random)

    let empty = csystem_heap_bytes()
    addKeys(groupCount: groupCount, itemCount: itemCount)
    let withKeys = csystem_heap_bytes()
    addButtons(groupOfSlot, itemOfSlot)
    keyBytes = withKeys - empty
    buttonBytes = csystem_heap_bytes() - withKeys
  }

  /// Writes one group's key, commits, and answers all its buttons; returns how many there were.
  mutating func tick(_ alternation: Alternation) -> Int {
    let group = nextGroup
    nextGroup += 1
    if nextGroup == modes.count { nextGroup = 0 }
    writes[group] += 1
    let mode = modes[group]
    _ = store.write(mode, .int(writes[group]), revision: store.nextRevision)
    _ = store.commit()
    store.beginPass()
    var count = 0
    while let button = store.nextDirty() {
      answer(button, group, alternation)
      count += 1
    }
    return count
  }

  /// What a handler and the comparison with the look on show do, without the handler's own work.
  private mutating func answer(_ button: ButtonSlot, _ group: Int, _ alternation: Alternation) {
    guard case .int(let value)? = store.value(of: modes[group]) else { return }
    let isOdd = value & 1 == 1
    let item = Int(store.tag(of: button))
    var read: InlineArray<4, KeyID> = [
      modes[group], isOdd && alternation != .item ? branches[group].1 : branches[group].0,
      items[isOdd && alternation != .branch ? (item + 1) % items.count : item],
      everybody[isOdd && alternation == .three ? 1 : 0],
    ]
    withUnsafeBytes(of: &read) { store.track(button, $0.assumingMemoryBound(to: KeyID.self)) }
    let digest = UInt64(bitPattern: value) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(button.rawValue)
    if store.digest(of: button) != digest {
      store.setDigest(digest, of: button)
      looksChanged += 1
    }
  }

  private mutating func addKeys(groupCount: Int, itemCount: Int) {
    for group in 0..<groupCount {
      modes.append(addKey("group.\(group).mode"))
      branches.append((addKey("group.\(group).a"), addKey("group.\(group).b")))
    }
    for item in 0..<itemCount { items.append(addKey("item.\(item).count")) }
    everybody = [addKey("theme.accent"), addKey("theme.contrast")]
    _ = store.commit()
    _ = store.commit()
    store.recycleUnused()
  }

  private mutating func addKey(_ name: String) -> KeyID {
    let key = store.intern(UTF8String(name))
    nameBytes += name.utf8.count
    _ = store.write(key, .int(0), revision: store.nextRevision)
    return key
  }

  private mutating func addButtons(_ groupOfSlot: [UInt32], _ itemOfSlot: [UInt32]) {
    for slot in groupOfSlot.indices {
      let button = store.addButton()
      store.setTag(itemOfSlot[slot], of: button)
      store.markDirty(button)
    }
    store.beginPass()
    while let button = store.nextDirty() {
      answer(button, Int(groupOfSlot[Int(button.rawValue)]), .branch)
    }
  }
}
