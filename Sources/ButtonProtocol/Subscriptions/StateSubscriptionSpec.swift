package import ButtonModel

/// What a subscription to state asks for: some keys and what lies under a name, or everything.
package struct StateSubscriptionSpec: Hashable, Sendable {
  /// Exact keys, ascending; nil when none are named.
  package let keys: [UTF8String]?
  /// `a` means the key `a` and every key that starts with `a.`.
  package let under: UTF8String?

  /// A spec in normal form; without keys and `under` it covers everything.
  package init(keys: [UTF8String]? = nil, under: UTF8String? = nil) {
    var unique: [UTF8String]?
    if let keys {
      var list: [UTF8String] = []
      for key in keys.sorted() where list.last != key { list.append(key) }
      unique = list
    }
    self.keys = unique
    self.under = under
  }

  /// Whether it names a key itself.
  package func names(_ key: UnsafeRawBufferPointer) -> Bool {
    guard let keys else { return false }
    let key = UTF8String(copying: key)
    var low = 0
    var high = keys.count
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low < keys.count && keys[low] == key
  }

  /// The subscription's name on the wire.
  package var name: String {
    var name = SubscriptionName(method: "state")
    name.combine(keys == nil ? "" : "keys")
    name.combine(keys ?? [])
    name.combine(under.map { [$0] } ?? [])
    return name.text
  }
}
