extension String {
  /// How many columns of a terminal the text takes; control characters count as one.
  var columns: Int { reduce(0) { $0 + $1.columns } }

  /// The text cut off where it would take more columns, which an ellipsis shows.
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

  /// A line in several of at most that many columns, broken between words; those after the first are
  /// indented by two more than the line. A longer word has a line to itself.
  func broken(at limit: Int) -> [String] {
    let margin = prefix { $0 == " " }
    let words = dropFirst(margin.count)
    let lines = String(words).wrapped(to: limit - margin.count - 2)
    return lines.enumerated().map { index, line in margin + (index == 0 ? "" : "  ") + line }
  }

  /// The text in lines of at most that many columns, broken between words; a longer word has a line to
  /// itself.
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

  /// The text in parts of at most that many columns.
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

  /// The text with spaces behind it up to a number of columns.
  func padded(to limit: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, limit - columns))
  }
}

extension Character {
  /// The columns of a terminal that it takes: two for the wide ones of East Asia and for pictures,
  /// none for what only joins or marks.
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

  /// What Unicode calls East Asian wide or full-width, pictures apart.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
    0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]
}
