import ButtonModel

/// Text from outside, made harmless.
enum SVGText {
  /// A text as it may stand in an attribute or between tags: what means something to XML, or
  /// cannot be seen, is escaped, what XML does not allow is left out.
  static func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\t", "\n", "\r": result.unicodeScalars.append(scalar)
      default:
        if !isAllowed(scalar) { continue }
        if scalar.isUnprintable {
          result += "&#x\(String(scalar.value, radix: 16));"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }

  /// A text for one line: line ends become spaces, and what would act on its surroundings goes. At
  /// most `limit` characters are left, the last of them an ellipsis where more were there.
  static func line(_ text: String, atMost limit: Int) -> String {
    var line = ""
    var count = 0
    // A character may be made of any number of scalars; of a hostile one there is no more than a few.
    var scalars = 0
    for character in text {
      if count == limit || scalars >= limit * 8 {
        if !line.isEmpty { line.removeLast() }
        return line + "…"
      }
      if character.isNewline || character == "\t" {
        line += " "
      } else {
        var kept = String.UnicodeScalarView()
        for scalar in character.unicodeScalars.prefix(8) where isHarmless(scalar) {
          kept.append(scalar)
        }
        if kept.isEmpty { continue }
        line += String(kept)
        scalars += kept.count
      }
      count += 1
    }
    return line
  }

  /// What XML 1.0 lets stand in a text.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0xA0...0xD7FF, 0xE000...0xFDCF, 0xFDF0...0xFFFD: true
    case 0x1_0000...0x10_FFFF: scalar.value & 0xFFFE != 0xFFFE
    default: false
    }
  }

  /// True but for controls: of devices, and of the direction of what follows.
  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069, 0x206A...0x206F, 0xFEFF,
      0x2028, 0x2029, 0xFFF9...0xFFFB, 0xE_0000...0xE_007F:
      false
    default: isAllowed(scalar) && scalar.value >= 0x20
    }
  }
}
