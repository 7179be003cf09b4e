extension Unicode.Scalar {
  /// Whether the scalar must not reach a terminal or a log as it is, and may not occur in a name:
  /// it controls the terminal, breaks the line, changes the writing direction or is invisible.
  ///
  /// True for controls, format characters, line and paragraph separators, noncharacters, default
  /// ignorable scalars, and the blank Braille pattern. False for joiners and variation selectors,
  /// which scripts and emoji need, and for private use, where icon fonts have their glyphs.
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
