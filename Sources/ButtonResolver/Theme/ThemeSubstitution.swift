import ButtonModel
import JSONRPC

/// What `$ref` refers to in values: another token, or a part of another token's value.
struct ThemeSubstitution {
  private let root: ThemeGroup

  /// The most bytes that a value may become.
  private static let maximumBytes = 64 << 10

  init(_ root: ThemeGroup) { self.root = root }

  /// The token that a whole value refers to: `{a.b}`, or a `$ref` to a token or to its `$value`.
  func alias(in value: JSONElement) -> String? {
    if let text = value.string { return ThemeName.alias(text) }
    // Of a token without a value its own members stand beside the $ref.
    guard value.isObject, let text = value.member("$ref")?.string,
      var path = ThemeName.pointer(text)
    else { return nil }
    if path.last == "$value" { path.removeLast() }
    // A pointer into a value is not an alias.
    return path.contains("$value") ? nil : path.joined(separator: ".")
  }

  /// Reads a value, after what is referred to in it was put in place.
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
      throw ThemeFault("refers to itself, or to too much: write the value out")
    }
    if json.isObject, let text = json.member("$ref")?.string {
      return try write(try target(of: text), into: &writer, depth: depth + 1)
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

  /// What a pointer leads to: through groups to a token, and from there into its value.
  private func target(of pointer: String) throws(ThemeFault) -> JSONElement {
    guard var names = ThemeName.pointer(pointer)?[...] else {
      throw ThemeFault(
        "'\(Excerpt(pointer))' is not a pointer into this theme, such as #/a/b/$value")
    }
    var group = root
    while let name = names.first, let next = group[name] {
      group = next
      names.removeFirst()
    }
    guard var found = group.token else { throw nothing(at: pointer) }
    var hops = 0
    if names.isEmpty { names = ["$value"] }
    while let name = names.popFirst() {
      // The value of an alias is that of what it refers to.
      while let alias = alias(in: found), name != "$value" {
        guard hops < ThemeFile.maximumChain,
          let token = root.find(alias.split(separator: ".").map(String.init))?.token,
          let value = token.member("$value")
        else { throw nothing(at: pointer) }
        found = value
        hops += 1
      }
      guard let next = ThemeSubstitution.part(name, of: found) else { throw nothing(at: pointer) }
      found = next
    }
    return found
  }

  private static func part(_ name: String, of json: JSONElement) -> JSONElement? {
    if json.isArray {
      guard let index = Int(name), index >= 0 else { return nil }
      var number = 0
      for element in json.elements {
        if number == index { return element }
        number += 1
      }
      return nil
    }
    for (key, value) in json.members where key.string == name { return value }
    return nil
  }

  private func nothing(at pointer: String) -> ThemeFault {
    ThemeFault("'\(Excerpt(pointer))' does not exist")
  }
}
