extension String {
  /// The width on a terminal; control characters count as one.
  var columns: Int { reduce(0) { $0 + $1.columns } }

  /// Cut off with an ellipsis if it takes more columns.
  func fitted(to limit: Int) -> String {
    if columns <= limit { return self }
    guard limit > 0 else { return "" }
    var text = ""
    var room = limit - 1
    for character in self {
      room -= character.columns
      if room < 0 { break }
      text.append(character)
    }
    return text + "…"
  }

  /// Breaks a line between words; the later lines are indented by two more than it. A longer word
  /// has a line to itself.
  func broken(at limit: Int) -> [String] {
    let margin = prefix { $0 == " " }
    let words = dropFirst(margin.count)
    let lines = String(words).wrapped(to: limit - margin.count - 2)
    return lines.enumerated().map { index, line in margin + (index == 0 ? "" : "  ") + line }
  }

  /// Breaks the text between words; a longer word has a line to itself.
  func wrapped(to limit: Int) -> [String] {
    var lines: [String] = []
    for word in split(separator: " ") {
      if let last = lines.last, last.columns + 1 + String(word).columns <= limit {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines += String(word).pieces(of: limit)
      }
    }
    return lines
  }

  private func pieces(of limit: Int) -> [String] {
    var pieces = [""]
    var filled = 0
    for character in self {
      if filled + character.columns > limit, filled > 0 {
        pieces.append("")
        filled = 0
      }
      pieces[pieces.count - 1].append(character)
      filled += character.columns
    }
    return pieces
  }

  func padded(to limit: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, limit - columns))
  }
}

extension Character {
  /// The width on a terminal: two for wide East Asian characters and pictures, none for what only
  /// joins or marks.
  var columns: Int {
    if isASCII { return 1 }
    let scalars = unicodeScalars
    if scalars.contains(where: { $0.value == 0xFE0F }), scalars.count > 1 { return 2 }
    let widest = scalars.reduce(0) { Swift.max($0, $1.columns) }
    // A flag is two letters that are drawn as one.
    let isFlag = scalars.count > 1 && scalars.allSatisfy { (0x1F1E6...0x1F1FF).contains($0.value) }
    return isFlag ? 2 : widest
  }
}

extension Unicode.Scalar {
  fileprivate var columns: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    // The vowels and finals that follow a Hangul consonant are drawn into it.
    if (0x1160...0x11FF).contains(value) { return 0 }
    if properties.isEmojiPresentation { return 2 }
    return Unicode.Scalar.wide.contains { $0.contains(value) } ? 2 : 1
  }

  /// Unicode's East Asian wide and full-width characters, without pictures.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
    0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]
}
