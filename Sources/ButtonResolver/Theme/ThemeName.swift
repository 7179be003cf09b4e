import ButtonModel

/// The rules for names in a theme, and help with those that do not exist.
enum ThemeName {
  /// What may not be in the name of a group or a token; `$` may not stand first.
  static func isValid(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix("$")
      && !name.utf8.contains {
        [UInt8(ascii: "."), UInt8(ascii: "{"), UInt8(ascii: "}")].contains($0)
      }
  }

  /// The path in an alias, `{a.b}`; nil when the text is no alias.
  static func alias(_ text: String) -> String? {
    guard text.hasPrefix("{"), text.hasSuffix("}"), text.utf8.count > 2 else { return nil }
    return String(text.dropFirst().dropLast())
  }
}
