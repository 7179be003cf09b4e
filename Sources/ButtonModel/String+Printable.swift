extension Unicode.Scalar {
  /// True for what must not stand in a text from outside where people read it: what steers a terminal,
  /// breaks a line, turns it round, or is there and cannot be seen.
  ///
  /// Joiners (U+200C, U+200D) are no such thing: scripts and emoji need them.
  package var isUnprintable: Bool {
    switch value {
    case ..<0x20, 0x7F...0x9F, 0x061C, 0x180E, 0x200B, 0x200E...0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE_0000...0xE_007F:
      true
    default: false
    }
  }
}

extension String {
  /// The text with what is unprintable spelled out, as `\u{1b}`: it stands on one line.
  package var printable: String {
    replacingUnprintable { "\\u{\(String($0.value, radix: 16))}" }
  }

  /// The same for a text of several lines, which keeps its line feeds.
  package var printableLines: String {
    replacingUnprintable { $0 == "\n" ? "\n" : "\\u{\(String($0.value, radix: 16))}" }
  }

  /// The text with something else in the place of what is unprintable.
  package func replacingUnprintable(with other: (Unicode.Scalar) -> String) -> String {
    guard unicodeScalars.contains(where: \.isUnprintable) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isUnprintable {
        text += other(scalar)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
