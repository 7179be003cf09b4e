package import ButtonModel

/// What a subscription to state asks for: some keys and what lies under a name, or everything.
package struct StateSubscriptionSpec: Hashable, Sendable {
  /// Exact keys, ascending; nil when none are named.
  package let keys: NameList?
  /// `a` means the key `a` and every key that starts with `a.`.
  package let under: UTF8String?

  /// A spec in normal form; without keys and `under` it covers everything.
  package init(keys: [UTF8String]? = nil, under: UTF8String? = nil) {
    self.keys = keys.map { NameList($0) }
    self.under = under
  }

  /// Whether it names a key itself.
  package func names(_ key: UnsafeRawBufferPointer) -> Bool { keys?.contains(key) ?? false }

  /// Bytes that the spec takes in memory.
  package var keptBytes: Int { (keys?.keptBytes ?? 0) + (under?.bytes.count ?? 0) }

  /// The subscription's name on the wire.
  package var name: String {
    var name = SubscriptionName(method: "state")
    name.combine(keys == nil ? "" : "keys")
    name.combine(keys ?? [])
    name.combine(under.map { [$0] } ?? [])
    return name.text
  }
}
