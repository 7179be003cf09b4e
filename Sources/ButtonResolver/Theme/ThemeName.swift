import ButtonModel
import JSONRPC

/// Rules and suggestions for names in a theme.
enum ThemeName {
  /// Names of groups and tokens have no `.`, `{` or `}`, and do not begin with `$`.
  static func isValid(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix("$")
      && !name.utf8.contains {
        [UInt8(ascii: "."), UInt8(ascii: "{"), UInt8(ascii: "}")].contains($0)
      }
  }

  /// The path in `{a.b}`; nil for any other text.
  static func alias(_ text: String) -> String? {
    guard text.hasPrefix("{"), text.hasSuffix("}"), text.utf8.count > 2 else { return nil }
    let path = text.dropFirst().dropLast()
    return hasBrace(path) ? nil : String(path)
  }

  /// Refuses a text with braces that is not a whole alias.
  static func refuseBraces(_ text: String) throws(ThemeFault) {
    guard hasBrace(text[...]) else { return }
    throw ThemeFault(
      "'\(Excerpt(text))' is not an alias: that is {group.token}, with nothing beside it")
  }

  private static func hasBrace(_ text: Substring) -> Bool {
    text.utf8.contains { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
  }

  /// The path in `{a.b}`, `#/a/b` or `{"$ref": "#/a/b"}`; nil for anything else.
  static func reference(_ json: JSONElement) -> (path: [String], text: String)? {
    if let text = json.string {
      let path = pointer(text) ?? alias(text)?.split(separator: ".").map(String.init)
      return path.map { ($0, pointer(text) == nil ? String(text.dropFirst().dropLast()) : text) }
    }
    guard json.isObject, json.count == 1, let text = json.member("$ref")?.string else { return nil }
    return pointer(text).map { ($0, text) }
  }

  /// The names in a JSON pointer into the same document, `#/a/b`: a URI fragment by RFC 6901.
  static func pointer(_ text: String) -> [String]? {
    guard text.hasPrefix("#/") else { return nil }
    return decoded(text).dropFirst(2).split(separator: "/", omittingEmptySubsequences: false).map {
      String($0).replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }

  /// Decodes percent-encoding; a `%` without two digits stays.
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
