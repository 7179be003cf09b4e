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

  /// A suggestion of the name that may have been meant.
  static func advice(_ name: String, among names: some Sequence<String>) -> String {
    let written = Array(name.utf8.prefix(longest))
    var best: String?
    var least = max(2, written.count / 2) + 1
    for candidate in names where abs(candidate.utf8.count - written.count) < least {
      let distance = editDistance(written, Array(candidate.utf8.prefix(longest)))
      if distance < least {
        best = candidate
        least = distance
      }
    }
    return best.map { "; did you mean '\($0.shown)'?" } ?? ""
  }

  private static let longest = 80
}

extension String {
  /// The text as messages show it: not longer than a line, nothing in it that moves the cursor.
  var shown: String {
    let cut = utf8.count <= 80 ? self : String(prefix(60)) + "…"
    return String(
      cut.map { $0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } ? "�" : $0 })
  }
}
