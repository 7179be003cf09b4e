/// The keys that have or had a value, by name. Built on first use, and sorted on demand.
struct NameOrder: ~Copyable {
  private(set) var sorted: [UInt32] = []
  /// Since `sorted` was last updated.
  private var added: [UInt32] = []
  /// The order was built. Until then, the keys' lines tell which keys belong to it.
  private var isKept = false
  /// Incremented when positions in `sorted` change.
  private(set) var version = 0

  init() {}

  /// The key must not be in the order yet.
  mutating func add(_ key: UInt32) {
    if isKept { added.append(key) }
  }

  mutating func removeFreed(_ keys: borrowing Slab<KeyLine>) {
    let keys = keys.base
    sorted.removeAll { !keys[Int($0)].flags.contains(.ordered) }
    added.removeAll { !keys[Int($0)].flags.contains(.ordered) }
    version += 1
  }

  /// Merges added keys into `sorted`.
  mutating func putInOrder(_ names: borrowing NameTable, _ keys: borrowing Slab<KeyLine>) {
    begin(keys)
    guard !added.isEmpty else { return }
    version += 1
    sort(names)
    var from = sorted.count
    var to = from + added.count
    sorted.append(contentsOf: added)
    for key in added.reversed() {
      let place = lowerBound(names.name(of: key), names, before: from)
      let moving = from - place
      sorted.withUnsafeMutableBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        (base + (to - moving)).update(from: base + place, count: moving)
      }
      from = place
      to -= moving + 1
      sorted[to] = key
    }
    added.removeAll(keepingCapacity: added.count <= 4_096)
  }

  /// The first position whose name is equal or greater.
  func lowerBound(_ name: UnsafeRawBufferPointer, _ names: borrowing NameTable) -> Int {
    lowerBound(name, names, before: sorted.count)
  }

  private func lowerBound(
    _ name: UnsafeRawBufferPointer, _ names: borrowing NameTable, before end: Int
  ) -> Int {
    var low = 0
    var high = end
    while low < high {
      let middle = (low + high) / 2
      if isOrdered(names.name(of: sorted[middle]), before: name) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// Adds all keys on first use.
  private mutating func begin(_ keys: borrowing Slab<KeyLine>) {
    guard !isKept else { return }
    isKept = true
    let lines = keys.base
    added = (0..<UInt32(keys.count)).filter { lines[Int($0)].flags.contains(.ordered) }
  }

  private mutating func sort(_ names: borrowing NameTable) {
    // Names do not move while they are only read.
    var keyed = added.map { (key: $0, name: names.name(of: $0)) }
    keyed.sort { isOrdered($0.name, before: $1.name) }
    for index in added.indices { added[index] = keyed[index].key }
  }
}
