import TestSupport

/// Reads the part of XML that the renderer writes, strictly.
enum XMLScan {
  /// The names of the elements; throws where a parser would.
  static func tags(of text: String) throws -> Set<String> {
    var tags: Set<String> = []
    var open: [String] = []
    var rest = Substring(text)
    while let start = rest.firstIndex(of: "<") {
      try checkText(rest[..<start])
      rest = rest[rest.index(after: start)...]
      guard let end = rest.firstIndex(of: ">") else { throw TestFailure("a tag does not end") }
      var tag = rest[..<end]
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("/") {
        guard let last = open.popLast(), tag.dropFirst() == last else {
          throw TestFailure("</\(tag)> ends nothing")
        }
        continue
      }
      let isEmpty = tag.hasSuffix("/")
      if isEmpty { tag = tag.dropLast() }
      let name = String(tag.prefix { $0.isLetter })
      guard !name.isEmpty else { throw TestFailure("a tag without a name: \(tag)") }
      try checkAttributes(tag.dropFirst(name.count))
      tags.insert(name)
      if !isEmpty { open.append(name) }
    }
    try checkText(rest)
    guard open.isEmpty else { throw TestFailure("not ended: \(open)") }
    return tags
  }

  private static func checkAttributes(_ text: Substring) throws {
    var rest = text.drop { $0 == " " }
    while !rest.isEmpty {
      let name = rest.prefix { $0.isLetter || $0 == "-" || $0 == ":" || $0.isNumber }
      rest = rest.dropFirst(name.count)
      guard !name.isEmpty, rest.hasPrefix("=\"") else { throw TestFailure("attributes: \(text)") }
      rest = rest.dropFirst(2)
      guard let end = rest.firstIndex(of: "\"") else { throw TestFailure("attributes: \(text)") }
      try checkText(rest[..<end])
      rest = rest[rest.index(after: end)...].drop { $0 == " " }
    }
  }

  private static func checkText(_ text: Substring) throws {
    var rest = text
    guard !rest.contains("<"), !rest.contains(">") else {
      throw TestFailure("not escaped: \(text)")
    }
    while let start = rest.firstIndex(of: "&") {
      rest = rest[rest.index(after: start)...]
      let name = rest.prefix { $0 != ";" }
      guard ["amp", "lt", "gt", "quot", "#39"].contains(name) else {
        throw TestFailure("an entity that is none: &\(name)")
      }
    }
  }
}
