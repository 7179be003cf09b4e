import ButtonModel
import JSONRPC

/// The rules for names in a theme, and help with those that do not exist.
enum ThemeName {
  /// What may not be in the name of a group or a token; `$` may not stand first.
  static func isValid(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix("$")
      && !name.utf8.contains {
        [UInt8(ascii: "."), UInt8(ascii: "{"), UInt8(ascii: "}")].contains($0)
      }
  }

  /// The path in an alias, `{a.b}`; nil when the text is not an alias.
  static func alias(_ text: String) -> String? {
    guard text.hasPrefix("{"), text.hasSuffix("}"), text.utf8.count > 2 else { return nil }
    let path = text.dropFirst().dropLast()
    return hasBrace(path) ? nil : String(path)
  }

  /// Refuses a text that would be an alias, but has something beside it, or half of its braces.
  static func refuseBraces(_ text: String) throws(ThemeFault) {
    guard hasBrace(text[...]) else { return }
    throw ThemeFault(
      "'\(Excerpt(text))' is not an alias: that is {group.token}, with nothing beside it")
  }

  private static func hasBrace(_ text: Substring) -> Bool {
    text.utf8.contains { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
  }

  /// The names on the way to another part of the document, in `{a.b}`, `#/a/b` or `{"$ref": "#/a/b"}`; nil for
  /// anything else.
  static func reference(_ json: JSONElement) -> (path: [String], text: String)? {
    if let text = json.string {
      let path = pointer(text) ?? alias(text)?.split(separator: ".").map(String.init)
      return path.map { ($0, pointer(text) == nil ? String(text.dropFirst().dropLast()) : text) }
    }
    guard json.isObject, json.count == 1, let text = json.member("$ref")?.string else { return nil }
    return pointer(text).map { ($0, text) }
  }

  /// The names in a JSON pointer into the same document, `#/a/b`: a fragment of a URI, as RFC 6901 has it.
  static func pointer(_ text: String) -> [String]? {
    guard text.hasPrefix("#/") else { return nil }
    return decoded(text).dropFirst(2).split(separator: "/", omittingEmptySubsequences: false).map {
      String($0).replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }

  /// A text with `%20` as a space, and so on; a `%` without two digits behind it stays.
  private static func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    var rest = Array(text.utf8)[...]
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard byte == UInt8(ascii: "%"), digits.utf8.count == 2, let code = UInt8(digits, radix: 16)
      else {
        bytes.append(byte)
        continue
      }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
