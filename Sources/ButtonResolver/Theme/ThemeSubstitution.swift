import ButtonModel
import JSONRPC

/// Resolves `$ref` in values: to another token, or to a part of another token's value.
struct ThemeSubstitution {
  private let root: ThemeGroup

  /// The limit for a substituted value.
  private static let maximumBytes = 64 << 10

  init(_ root: ThemeGroup) { self.root = root }

  /// The token that a whole value refers to: `{a.b}`, or a `$ref` to a token or to its `$value`.
  func alias(in value: JSONElement) -> String? {
    if let text = value.string { return ThemeName.alias(text) }
    // A token without a value has its other members beside the `$ref`.
    guard value.isObject, let text = value.member("$ref")?.string,
      var path = ThemeName.pointer(text)
    else { return nil }
    if path.last == "$value" { path.removeLast() }
    // A pointer to a part of a token, or to a member of a group, is not an alias.
    guard path.allSatisfy({ ThemeName.isValid($0) || $0 == ThemeGroup.root }) else { return nil }
    return path.joined(separator: ".")
  }

  /// Reads a value after substituting its references.
  func value<Value>(
    _ json: JSONElement, _ read: (JSONElement) throws(ThemeFault) -> Value
  ) throws(ThemeFault) -> Value {
    guard ThemeSubstitution.refers(json) else { return try read(json) }
    var writer = JSONWriter()
    try write(json, into: &writer, depth: 0)
    let parser = JSONParser()
    defer { withExtendedLifetime(parser) {} }
    let element: JSONElement
    do throws(JSONParseError) {
      element = try parser.parse(copying: writer.bytes)
    } catch {
      throw ThemeFault("refers to too much: write the value out")
    }
    return try read(element)
  }

  private static func refers(_ json: JSONElement) -> Bool {
    if json.isObject, json.member("$ref") != nil { return true }
    for (_, value) in json.members where refers(value) { return true }
    for element in json.elements where refers(element) { return true }
    return false
  }

  private func write(
    _ json: JSONElement, into writer: inout JSONWriter, depth: Int
  ) throws(ThemeFault) {
    guard depth <= ThemeFile.maximumChain, writer.count <= ThemeSubstitution.maximumBytes else {
      throw tooMuch
    }
    if json.isObject, json.member("$ref")?.isString == true {
      var hops = 0
      return try write(try followed(json, &hops), into: &writer, depth: depth + 1)
    }
    if json.isObject {
      writer.beginObject()
      for (key, value) in json.members {
        writer.key(key.bytes)
        try write(value, into: &writer, depth: depth + 1)
      }
      writer.endObject()
    } else if json.isArray {
      writer.beginArray()
      for element in json.elements { try write(element, into: &writer, depth: depth + 1) }
      writer.endArray()
    } else {
      writer.copy(json)
    }
  }

  /// A pointer's target: through groups to a token or a group's member, then into its value.
  private func target(of pointer: String, _ hops: inout Int) throws(ThemeFault) -> JSONElement {
    guard var names = ThemeName.pointer(pointer)?[...] else {
      throw ThemeFault(
        "'\(Excerpt(pointer))' is not a pointer into this theme, such as #/a/b/$value")
    }
    var group = root
    while let name = names.first, let next = group[name] {
      group = next
      names.removeFirst()
    }
    guard var found = group.token ?? (names.isEmpty ? nil : group.written) else {
      throw nothing(at: pointer)
    }
    if names.isEmpty { names = ["$value"] }
    while let name = names.popFirst() {
      if name == "$value", found.member("$value") == nil {
        // An alias token has the value of its target.
        found = try followed(found, &hops)
        continue
      }
      if !name.hasPrefix("$") { found = try followed(found, &hops) }
      guard let next = ThemeSubstitution.part(name, of: found) else { throw nothing(at: pointer) }
      found = next
    }
    return found
  }

  /// The end of a chain of references; `json` itself if it refers to nothing.
  private func followed(
    _ json: JSONElement, _ hops: inout Int
  ) throws(ThemeFault) -> JSONElement {
    var found = json
    while true {
      hops += 1
      guard hops <= ThemeFile.maximumChain else { throw tooMuch }
      if let alias = alias(in: found) {
        guard let token = root.find(alias.split(separator: ".").map(String.init))?.token else {
          throw nothing(at: alias)
        }
        found = token.member("$value") ?? token
      } else if found.isObject, let pointer = found.member("$ref")?.string {
        found = try target(of: pointer, &hops)
      } else {
        return found
      }
    }
  }

  private static func part(_ name: String, of json: JSONElement) -> JSONElement? {
    if json.isArray {
      // RFC 6901 allows no leading zeros.
      guard let index = Int(name), "\(index)" == name else { return nil }
      for (number, element) in json.elements.enumerated() where number == index { return element }
      return nil
    }
    for (key, value) in json.members where key.string == name { return value }
    return nil
  }

  private var tooMuch: ThemeFault {
    ThemeFault("refers to itself, or to too much: write the value out")
  }

  private func nothing(at pointer: String) -> ThemeFault {
    ThemeFault("'\(Excerpt(pointer))' does not exist")
  }
}
