extension Unicode.Scalar {
  /// True for what must not stand in a text from outside where people read it: what steers a terminal,
  /// breaks a line, turns it round, or is there and cannot be seen. It is neither sent to a terminal as it
  /// is, nor allowed in a name.
  ///
  /// These are the controls, format characters, separators of lines and paragraphs, noncharacters, what
  /// Unicode has programs ignore unless they know it, and the blank pattern of Braille. Joiners and
  /// variation selectors are no such thing, for scripts and emoji need them, nor is private use, of
  /// which icons are made.
  package var isUnprintable: Bool {
    if value < 0x7F { return value < 0x20 }
    if properties.isJoinControl || properties.isVariationSelector { return false }
    if properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint { return true }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return self == "\u{2800}"
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
