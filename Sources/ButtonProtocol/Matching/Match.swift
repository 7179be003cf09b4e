package import ButtonModel

/// Which buttons a request is about: ids and globs over ids, or all buttons of a group.
///
/// Always in normal form, so equal matches written differently are equal values: ids and globs are
/// sorted without repetition, a run of `*` is one, and `*` swallows everything beside it.
package struct Match: Hashable, Sendable {
  /// Exact ids, ascending.
  package let ids: NameList
  /// Patterns with `*` (any run of characters) or `?` (one), ascending.
  package let globs: [UTF8String]
  /// The group whose buttons are meant; then there are no ids and globs.
  package let group: UTF8String?

  /// The most globs in a match that a client sends: each is held against every button.
  package static let maximumGlobs = 100

  /// The most ids in a match, or keys in a request for state, that a client sends: each is looked up.
  package static let maximumNames = 2_000

  /// Every button.
  package static let everything = Match(patterns: ["*"])

  /// A match for ids and globs; one with no patterns matches nothing.
  package init(patterns: [UTF8String]) {
    var ids: [UTF8String] = []
    var globs: [UTF8String] = []
    for pattern in patterns {
      if Match.isGlob(pattern) {
        globs.append(Match.collapsingStars(pattern))
      } else {
        ids.append(pattern)
      }
    }
    if globs.contains("*") {
      self.ids = []
      self.globs = ["*"]
    } else {
      self.ids = NameList(ids)
      self.globs = [UTF8String](NameList(globs))
    }
    group = nil
  }

  /// A match for exact ids, in which no character is special.
  package init(ids: [UTF8String]) {
    self.ids = NameList(ids)
    globs = []
    group = nil
  }

  /// A match for all buttons of a group.
  package init(group: UTF8String) {
    ids = []
    globs = []
    self.group = group
  }

  /// As how many subscriptions one with this match counts: each of its globs is held against every
  /// button that is new.
  package var subscriptionCount: Int { max(1, globs.count) }

  /// How many ids and globs there are.
  package var nameCount: Int { ids.count + globs.count }

  /// True when every button is meant.
  package var isEverything: Bool { globs.count == 1 && globs[0] == "*" }

  /// True when only exact ids are meant, so that an index answers it.
  package var isExact: Bool { globs.isEmpty && group == nil }

  private static func isGlob(_ pattern: UTF8String) -> Bool {
    pattern.bytes.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }
  }

  private static func collapsingStars(_ pattern: UTF8String) -> UTF8String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pattern.bytes.count)
    for byte in pattern.bytes where byte != UInt8(ascii: "*") || bytes.last != byte {
      bytes.append(byte)
    }
    return UTF8String(bytes: bytes)
  }

  /// Bytes that the match takes in memory, and what is made of it to look buttons up.
  package var keptBytes: Int {
    var bytes = ids.keptBytes + (group?.bytes.count ?? 0)
    for glob in globs { bytes += glob.bytes.count + Match.globBytes }
    return bytes
  }

  /// What a glob takes besides its text.
  private static let globBytes = 128
}
