package import ButtonModel

/// What others share through a scope under prefixes that this daemon's configuration lacks: it is
/// skipped, so that a prefix can be added to one daemon after the other.
package struct ForeignKeys: Hashable, Sendable {
  package private(set) var count: UInt64 = 0
  package private(set) var last: UTF8String?

  package init() {}

  mutating func pass(over key: UTF8String) {
    count += 1
    last = key
  }
}

extension ScopeSettings {
  /// A hash of the shared prefixes of keys and definitions.
  var coverage: UInt64 {
    func names(_ prefixes: [Prefix]) -> [String] {
      prefixes.filter { one in !prefixes.contains { $0.name != one.name && $0.covers(one) } }
        .map(\.name.string).sorted()
    }
    let text = names(keys).joined(separator: " ") + "!" + names(definitions).joined(separator: " ")
    // FNV-1a: the same in each version of the program.
    return text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0100_0000_01b3 }
  }
}
