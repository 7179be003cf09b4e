package import ButtonModel

/// Which state a subscription covers: some keys and those under a name, or everything.
package struct StateSubscriptionSpec: Hashable, Sendable {
  /// Ascending; nil when no keys are named.
  package let keys: NameList?
  /// `a` means the key `a` and every key that starts with `a.`.
  package let under: UTF8String?

  /// Creates a subscription; without keys and `under` it covers everything.
  package init(keys: [UTF8String]? = nil, under: UTF8String? = nil) {
    self.keys = keys.map { NameList($0) }
    self.under = under
  }

  package func names(_ key: UnsafeRawBufferPointer) -> Bool { keys?.contains(key) ?? false }

  /// The size in memory.
  package var keptBytes: Int { (keys?.keptBytes ?? 0) + (under?.bytes.count ?? 0) }

  package var name: String {
    var name = SubscriptionName(method: "state")
    name.combine(keys == nil ? "" : "keys")
    name.combine(keys ?? [])
    name.combine(under.map { [$0] } ?? [])
    return name.text
  }
}
