package import ButtonModel

/// A match made ready to be asked about many buttons: bytes in, no allocation.
package struct Matcher: Sendable {
  /// What it was made from.
  package let match: Match
  private let globs: [Glob]

  package init(_ match: Match) {
    self.match = match
    globs = match.globs.map { Glob($0) }
  }

  /// Whether all that is meant begins with one of some texts.
  package var hasPrefixes: Bool {
    match.group == nil && globs.allSatisfy { !$0.prefix.bytes.isEmpty }
  }

  /// True when a button with this id and this group is meant.
  package func matches(id: UnsafeRawBufferPointer, group: UTF8String?) -> Bool {
    var work = 0
    return matches(id: id, group: group, work: &work)
  }

  /// The same; adds to `work` what it took to find out, about a nanosecond each.
  package func matches(
    id: UnsafeRawBufferPointer, group: UTF8String?, work: inout Int
  ) -> Bool {
    if let wanted = match.group {
      work &+= 10
      return group == wanted
    }
    return matches(id: id, work: &work)
  }

  /// True when the ids or globs cover this id; a match for a group covers none.
  package func matches(id: UnsafeRawBufferPointer) -> Bool {
    var work = 0
    return matches(id: id, work: &work)
  }

  private func matches(id: UnsafeRawBufferPointer, work: inout Int) -> Bool {
    for glob in globs where glob.matches(id, work: &work) { return true }
    if match.ids.isEmpty { return false }
    work &+= 100
    return match.ids.contains(id)
  }

  /// True when the ids or globs cover this id; a match for a group covers none.
  package func matches(id: UTF8String) -> Bool {
    id.bytes.withUnsafeBytes { matches(id: $0) }
  }
}

extension Matcher {
  /// A part of the order of ids: one id, or all that begin with a text.
  package struct Section: Sendable {
    package let text: UTF8String
    package let isPrefix: Bool
  }

  /// The parts in which everything lies that is meant by ids and globs, ascending and apart from each
  /// other.
  package var sections: [Section] {
    var all = match.ids.map { Section(text: $0, isPrefix: false) }
    all += globs.map { Section(text: $0.prefix, isPrefix: true) }
    all.sort { $0.text == $1.text ? $0.isPrefix && !$1.isPrefix : $0.text < $1.text }
    var sections: [Section] = []
    for section in all {
      if let last = sections.last {
        let isInside =
          last.isPrefix
          ? section.text.bytes.starts(with: last.text.bytes) : section.text == last.text
        if isInside { continue }
      }
      sections.append(section)
    }
    return sections
  }
}
