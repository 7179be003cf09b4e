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
    return String(text.dropFirst().dropLast())
  }

  /// The names on the way to another part of the document: from `{a.b}`, from `{"$ref": "#/a/b"}`, or,
  /// where the pointer itself stands, from `#/a/b`; nil for anything else.
  static func reference(
    _ json: JSONElement, isPointer: Bool = false
  ) -> (path: [String], text: String)? {
    if let text = json.string {
      if isPointer { return pointer(text).map { ($0, text) } }
      return alias(text).map { ($0.split(separator: ".").map(String.init), $0) }
    }
    guard json.isObject, json.count == 1, let text = json.member("$ref")?.string else { return nil }
    return pointer(text).map { ($0, text) }
  }

  /// The names in a JSON pointer into the same document, `#/a/b`.
  static func pointer(_ text: String) -> [String]? {
    guard text.hasPrefix("#/") else { return nil }
    return text.dropFirst(2).split(separator: "/", omittingEmptySubsequences: false).map {
      String($0).replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }
}
