package import JSONRPC

/// A path to a value within another, as RFC 6901 has it.
package struct JSONPointer: Hashable, Sendable {
  /// As it was written.
  package let text: String
  private let steps: [String]

  /// Empty, or beginning with `/`; nil for anything else.
  package init?(_ text: String) {
    guard text.isEmpty || text.hasPrefix("/") else { return nil }
    var steps: [String] = []
    for step in text.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      guard let step = JSONPointer.unescaped(step) else { return nil }
      steps.append(step)
    }
    self.text = text
    self.steps = steps
  }

  /// Nil where nothing is.
  package func value(in root: JSONElement) -> JSONElement? {
    var value = root
    for step in steps {
      var found: JSONElement?
      if value.isObject {
        for (name, member) in value.members where name.bytes.elementsEqual(step.utf8) {
          found = member
        }
      } else if value.isArray, let index = JSONPointer.index(step) {
        var elements = value.elements
        for _ in 0..<min(index, value.count) { _ = elements.next() }
        found = elements.next()
      }
      guard let found else { return nil }
      value = found
    }
    return value
  }

  private static func index(_ step: String) -> Int? {
    guard step == "0" || !step.hasPrefix("0"),
      step.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(step)
  }

  private static func unescaped(_ step: Substring) -> String? {
    guard step.contains("~") else { return String(step) }
    var result = ""
    var rest = step[...]
    while let tilde = rest.firstIndex(of: "~") {
      result += rest[..<tilde]
      rest = rest[rest.index(after: tilde)...]
      switch rest.first {
      case "0": result += "~"
      case "1": result += "/"
      default: return nil
      }
      rest = rest.dropFirst()
    }
    return result + rest
  }
}
