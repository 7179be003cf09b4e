/// An expected value with holes in it.
///
/// A string `"$name"` fits anything the first time and from then on the same; `"$_"` fits anything.
/// An object with a member `"$more": true` may have further members, an array with a last element
/// `"$more"` further elements.
package struct JSONPattern {
  /// What the names stand for so far.
  package private(set) var bindings: [String: JSONTree] = [:]

  package init() {}

  /// Where and how a value does not fit a pattern; nil when it does.
  package mutating func mismatch(
    _ pattern: JSONTree, _ value: JSONTree, at path: String = ""
  ) -> String? {
    if case .string(let name) = pattern, name.hasPrefix("$"), name != "$more" {
      if name == "$_" { return nil }
      if let bound = bindings[name] {
        return bound == value ? nil : "\(path): \(name) was \(bound.text), now \(value.text)"
      }
      bindings[name] = value
      return nil
    }
    switch (pattern, value) {
    case (.object(let wanted), .object(let found)):
      return mismatch(wanted, found, at: path)
    case (.array(let wanted), .array(let found)):
      return mismatch(wanted, found, at: path)
    default:
      return pattern == value
        ? nil : "\(path.isEmpty ? "value" : path): wanted \(pattern.text), found \(value.text)"
    }
  }

  /// The pattern with what its names stand for, to be sent.
  package func filled(_ pattern: JSONTree) -> JSONTree {
    switch pattern {
    case .string(let name): bindings[name] ?? pattern
    case .array(let elements): .array(elements.map { filled($0) })
    case .object(let members):
      .object(members.map { JSONTree.Member(name: $0.name, value: filled($0.value)) })
    case .null, .bool, .int, .double: pattern
    }
  }

  private mutating func mismatch(
    _ wanted: [JSONTree.Member], _ found: [JSONTree.Member], at path: String
  ) -> String? {
    let isOpen = wanted.contains { $0.name == "$more" }
    for member in wanted where member.name != "$more" {
      guard let value = found.last(where: { $0.name == member.name })?.value else {
        return "\(path).\(member.name) is missing"
      }
      if let text = mismatch(member.value, value, at: "\(path).\(member.name)") { return text }
    }
    if isOpen { return nil }
    let extra = found.first { member in !wanted.contains { $0.name == member.name } }
    return extra.map { "\(path).\($0.name) is unexpected: \($0.value.text)" }
  }

  private mutating func mismatch(
    _ wanted: [JSONTree], _ found: [JSONTree], at path: String
  ) -> String? {
    let isOpen = wanted.last == .string("$more")
    let fixed = isOpen ? wanted.dropLast() : wanted[...]
    if found.count < fixed.count || (!isOpen && found.count > fixed.count) {
      return "\(path) has \(found.count) elements instead of \(fixed.count)"
    }
    for (index, element) in fixed.enumerated() {
      if let text = mismatch(element, found[index], at: "\(path)[\(index)]") { return text }
    }
    return nil
  }
}
