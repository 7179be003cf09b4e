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

  /// The path in an alias, `{a.b}`; nil when the text is none.
  static func alias(_ text: String) -> String? {
    guard text.hasPrefix("{"), text.hasSuffix("}"), text.utf8.count > 2 else { return nil }
    return String(text.dropFirst().dropLast())
  }
}

extension String {
  /// The text as messages show it: not longer than a line, nothing in it that moves the cursor.
  var shown: String {
    let cut = utf8.count <= 80 ? self : String(prefix(60)) + "…"
    return String(
      cut.map { $0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } ? "�" : $0 })
  }
}
