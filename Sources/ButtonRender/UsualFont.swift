import ButtonModel

/// About how wide texts are in the font of a viewer, which is not known here.
///
/// Sans-serif fonts differ by some percent; buttons have room for that in their insets.
package struct UsualFont: TextMetrics {
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

  package init() {}

  package func width(_ line: String, _ font: TextFont) -> Double {
    if font.design == .monospaced { return UsualFont.monospacedWidth(line, size: font.size) }
    var sum = 0.0
    for character in line {
      let scalar = character.unicodeScalars.first?.value ?? 0
      switch scalar {
      case 0x20...0x7E: sum += UsualFont.widths[Int(scalar) - 0x20]
      case _ where WideScript.contains(scalar): sum += 1_050
      case 0x2026: sum += 1_000
      default: sum += 600
      }
    }
    let isHeavy = font.weight.rawValue >= FontWeight.semibold.rawValue
    return sum / 1_000 * font.size * UsualFont.allowance * (isHeavy ? 1.06 : 1)
  }

  /// The width of a line whose characters are all as wide as each other, but for those of wide scripts.
  private static func monospacedWidth(_ line: String, size: Double) -> Double {
    let sum = line.reduce(0.0) { sum, character in
      let scalar = character.unicodeScalars.first?.value ?? 0
      return sum + (WideScript.contains(scalar) ? 2 * cell : cell)
    }
    return sum / 1_000 * size
  }
}
