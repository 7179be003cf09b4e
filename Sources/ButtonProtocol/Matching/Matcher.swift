package import ButtonModel

/// A match prepared for many buttons: bytes in, no allocation.
package struct Matcher: Sendable {
  package let match: Match
  private let globs: [Glob]

  package init(_ match: Match) {
    self.match = match
    globs = match.globs.map { Glob($0) }
  }

  /// Whether everything that is meant begins with one of some texts.
  package var hasPrefixes: Bool {
    match.group == nil && globs.allSatisfy { !$0.prefix.bytes.isEmpty }
  }

  package func matches(id: UnsafeRawBufferPointer, group: UTF8String?) -> Bool {
    var work = 0
    return matches(id: id, group: group, work: &work)
  }

  /// Adds to `work` what it took, about a nanosecond each.
  package func matches(
    id: UnsafeRawBufferPointer, group: UTF8String?, work: inout Int
  ) -> Bool {
    if let wanted = match.group {
      work &+= 10
      return group == wanted
    }
    return matches(id: id, work: &work)
  }

  /// Looks at ids and globs only: a match for a group covers no id.
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

  package func matches(id: UTF8String) -> Bool {
    id.bytes.withUnsafeBytes { matches(id: $0) }
  }
}

extension Matcher {
  /// A range of ids in their order: one id, or all with a prefix.
  package struct Section: Sendable {
    package let text: UTF8String
    package let isPrefix: Bool
  }

  /// Disjoint and ascending; everything that ids and globs mean is in them.
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
