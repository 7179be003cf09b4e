package import ButtonModel
import Glibc

/// A match made ready to be asked about many buttons: bytes in, no allocation.
package struct Matcher: Sendable {
  /// What it was made from.
  package let match: Match
  private let globs: [Glob]

  package init(_ match: Match) {
    self.match = match
    globs = match.globs.map { Glob($0) }
  }

  /// True when a button with this id and this group is meant.
  package func matches(id: UnsafeRawBufferPointer, group: UTF8String?) -> Bool {
    if let wanted = match.group { return group == wanted }
    return matches(id: id)
  }

  /// True when the ids or globs cover this id; a match for a group covers none.
  package func matches(id: UnsafeRawBufferPointer) -> Bool {
    for glob in globs where glob.matches(id) { return true }
    return containsExactly(id)
  }

  /// True when the ids or globs cover this id; a match for a group covers none.
  package func matches(id: UTF8String) -> Bool {
    id.bytes.withUnsafeBytes { matches(id: $0) }
  }

  private func containsExactly(_ id: UnsafeRawBufferPointer) -> Bool {
    var low = 0
    var high = match.ids.count
    while low < high {
      let middle = (low + high) / 2
      let order = match.ids[middle].bytes.withUnsafeBytes { Matcher.compare($0, id) }
      if order == 0 { return true }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return false
  }

  private static func compare(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Int {
    let common = min(a.count, b.count)
    if common > 0, let a = a.baseAddress, let b = b.baseAddress {
      let order = Int(memcmp(a, b, common))
      if order != 0 { return order }
    }
    return a.count - b.count
  }
}
