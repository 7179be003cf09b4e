/// Values within a bound of bytes, the least lately used of which go.
struct ByteCache<Key: Hashable, Value> {
  private struct Entry {
    let value: Value
    var use: UInt64
  }

  private var entries: [Key: Entry] = [:]
  private var uses: UInt64 = 0
  private var bytes = 0
  private let mostBytes: Int
  private let cost: (Key, Value) -> Int

  /// An empty one; `cost` is the memory that a value takes with its key, in bytes.
  init(atMost mostBytes: Int, cost: @escaping (Key, Value) -> Int) {
    (self.mostBytes, self.cost) = (mostBytes, cost)
  }

  /// The value of a key, which is used by that.
  subscript(key: Key) -> Value? {
    mutating get {
      uses += 1
      entries[key]?.use = uses
      return entries[key]?.value
    }
  }

  /// Keeps a value, in place of some that were not used for long.
  mutating func keep(_ value: Value, for key: Key) {
    uses += 1
    if let old = entries.updateValue(Entry(value: value, use: uses), forKey: key) {
      bytes -= cost(key, old.value)
    }
    bytes += cost(key, value)
    guard bytes > mostBytes else { return }
    // Half of them at once, so that it need not be done for each.
    for (key, entry) in entries.sorted(by: { $0.value.use < $1.value.use }) {
      guard bytes > mostBytes / 2 else { return }
      bytes -= cost(key, entry.value)
      entries[key] = nil
    }
  }
}
