package import ButtonModel

/// Which buttons a request is about: ids and globs over ids, or all buttons of a group.
///
/// Always normalized, so that equal matches are equal values: ids and globs are sorted without
/// repetition, a run of `*` is one, and `*` swallows everything beside it.
package struct Match: Hashable, Sendable {
  /// Ascending.
  package let ids: NameList
  /// Ascending.
  package let globs: [UTF8String]
  /// The group; with one there are no ids and globs.
  package let group: UTF8String?

  /// The most globs in a client's match: each is tried on every button.
  package static let maximumGlobs = 100

  /// The most ids in a client's match, or keys in a request for state: each is looked up.
  package static let maximumNames = 2_000

  package static let everything = Match(patterns: ["*"])

  /// A match without patterns matches nothing.
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

  /// No character of the ids is special.
  package init(ids: [UTF8String]) {
    self.ids = NameList(ids)
    globs = []
    group = nil
  }

  package init(group: UTF8String) {
    ids = []
    globs = []
    self.group = group
  }

  /// What a subscription with this match counts: each of its globs is tried on every new button.
  package var subscriptionCount: Int { max(1, globs.count) }

  package var nameCount: Int { ids.count + globs.count }

  package var isEverything: Bool { globs.count == 1 && globs[0] == "*" }

  /// Whether an index alone answers it.
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

  /// The size in memory, with what is made of it to look buttons up.
  package var keptBytes: Int {
    var bytes = ids.keptBytes + (group?.bytes.count ?? 0)
    for glob in globs { bytes += glob.bytes.count + Match.globBytes }
    return bytes
  }

  /// Besides the glob's text.
  private static let globBytes = 128
}
