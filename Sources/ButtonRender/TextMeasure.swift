import ButtonModel

/// How wide a text is about, without a font at hand.
///
/// Sans-serif fonts differ by some percent; buttons have room for that in their insets.
enum TextMeasure {
  /// How much wider than `widths` the widest of the usual fonts are.
  private static let allowance = 1.08
  /// Thousandths of the font size from U+0020 to U+007E, in about those of usual sans-serif fonts.
  private static let widths: [Double] = [
    298, 340, 400, 660, 580, 890, 720, 220, 350, 350, 430, 660, 290, 345, 290, 300,
    580, 580, 580, 580, 580, 580, 580, 580, 580, 580, 300, 300, 660, 660, 660, 540,
    980, 675, 680, 705, 740, 650, 600, 770, 740, 285, 400, 665, 570, 850, 740, 780,
    635, 780, 690, 650, 620, 730, 675, 950, 670, 640, 640, 350, 300, 350, 600, 520,
    500, 570, 590, 530, 590, 580, 320, 590, 585, 250, 255, 530, 250, 880, 585, 590,
    590, 590, 370, 520, 350, 585, 540, 770, 540, 540, 500, 440, 290, 440, 660,
  ]

  /// Thousandths of the font size that each character of a monospaced font takes, and of a wide script.
  private static let cell = 602.0

  /// The width of a line in points.
  static func width(_ line: String, _ font: TextFont) -> Double {
    if font.design == .monospaced { return monospacedWidth(line, size: font.size) }
    var sum = 0.0
    for character in line {
      let scalar = character.unicodeScalars.first?.value ?? 0
      switch scalar {
      case 0x20...0x7E: sum += widths[Int(scalar) - 0x20]
      case _ where isWide(scalar): sum += 1_050
      case 0x2026: sum += 1_000
      default: sum += 600
      }
    }
    let isHeavy = font.weight.rawValue >= FontWeight.semibold.rawValue
    return sum / 1_000 * font.size * allowance * (isHeavy ? 1.06 : 1)
  }

  /// The width of a line whose characters are all as wide as each other, but for those of wide scripts.
  private static func monospacedWidth(_ line: String, size: Double) -> Double {
    let sum = line.reduce(0.0) { sum, character in
      let scalar = character.unicodeScalars.first?.value ?? 0
      return sum + (isWide(scalar) ? 2 * cell : cell)
    }
    return sum / 1_000 * size
  }

  /// Whether a character takes about twice the room of a letter.
  private static func isWide(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F,
      0xFF00...0xFF60, 0x1_F300...0x1_FAFF, 0x2_0000...0x3_FFFD:
      true
    default: false
    }
  }

  /// The distance between the lines of a text in points.
  static func lineHeight(_ size: Double) -> Double { (size * 1.29).rounded() }

  /// Breaks a text as its look says into at most `lines` lines of a width.
  static func lines(
    _ text: String, _ font: TextFont, mode: ButtonConfiguration.LineBreakMode, width: Double,
    lines limit: Int
  ) -> [String] {
    let line = SVGText.line(text, atMost: 400)
    func fits(_ text: String) -> Bool { self.width(text, font) <= width }
    if fits(line) { return [line] }
    switch mode {
    case .byClipping: return [clipped(line, fits)]
    case .byTruncatingHead: return ["…" + String(clipped(String(line.reversed()), fits).reversed())]
    case .byTruncatingTail: return [clipped(line, fits) + "…"]
    case .byTruncatingMiddle:
      let half = clipped(line) { self.width($0, font) <= width / 2 }
      let tail = clipped(String(line.reversed())) {
        self.width($0, font) <= width / 2
      }
      return [half + "…" + String(tail.reversed())]
    case .byCharWrapping: return wrapped(line.map { String($0) }, joint: "", limit, fits)
    case .byWordWrapping:
      return wrapped(line.split(separator: " ").map(String.init), joint: " ", limit, fits)
    }
  }

  /// As much of a line's beginning as fits.
  private static func clipped(_ line: String, _ fits: (String) -> Bool) -> String {
    var line = line
    while !line.isEmpty, !fits(line) { line.removeLast() }
    return line
  }

  private static func wrapped(
    _ parts: [String], joint: String, _ limit: Int, _ fits: (String) -> Bool
  ) -> [String] {
    var lines: [String] = []
    var line = ""
    for part in parts {
      let longer = line.isEmpty ? part : line + joint + part
      if fits(longer) {
        line = longer
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = part
      // A word that is wider than a line is broken anywhere.
      while !fits(line), lines.count < limit {
        let head = clipped(line, fits)
        guard !head.isEmpty else { break }
        lines.append(head)
        line = String(line.dropFirst(head.count))
      }
      if lines.count >= limit { break }
    }
    if lines.count < limit, !line.isEmpty { return lines + [line] }
    guard lines.count >= limit else { return lines }
    var last = lines[limit - 1]
    while !last.isEmpty, !fits(last + "…") { last.removeLast() }
    return Array(lines.prefix(limit - 1)) + [last + "…"]
  }
}
