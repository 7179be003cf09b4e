/// Steps over the bytes.
extension StyleScanner {
  /// Goes behind spaces and comments.
  mutating func skipBlanks() throws(ImageFault) {
    while place < end {
      if XMLText.isSpace(bytes[place]) {
        place += 1
      } else if bytes[place] == UInt8(ascii: "/"), place + 1 < end,
        bytes[place + 1] == UInt8(ascii: "*")
      {
        try skipSlash()
      } else {
        return
      }
    }
  }

  /// Goes behind a slash, or the comment that it begins.
  mutating func skipSlash() throws(ImageFault) {
    guard place + 1 < end, bytes[place + 1] == UInt8(ascii: "*") else {
      place += 1
      return
    }
    place += 2
    while place + 1 < end {
      if bytes[place] == UInt8(ascii: "*"), bytes[place + 1] == UInt8(ascii: "/") {
        place += 2
        return
      }
      place += 1
    }
    throw ImageFault("has a style with a comment that is not closed")
  }

  mutating func skipSpaces() {
    while place < end, XMLText.isSpace(bytes[place]) { place += 1 }
  }

  mutating func readString() throws(ImageFault) {
    let quote = bytes[place]
    place += 1
    while place < end, bytes[place] != quote {
      if [0x0A, 0x0D, 0x0C, UInt8(ascii: "\\")].contains(bytes[place]) { break }
      place += 1
    }
    guard place < end, bytes[place] == quote else {
      throw ImageFault("has a style with a text that is not closed, or has a \\")
    }
    place += 1
  }

  /// Goes behind letters, digits, `-` and `_`.
  mutating func readWord() -> Range<Int> {
    let start = place
    while place < end, StyleScanner.isWord(bytes[place]) { place += 1 }
    return start..<place
  }

  /// A part in lower case.
  func folded(_ range: Range<Int>) -> String {
    String(
      decoding: bytes[range].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), 0x80...0xFF:
      true
    default: false
    }
  }

  static let colors: Set<String> = [
    "rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color", "color-mix",
    "light-dark", "icc-color", "device-cmyk",
  ]
  static let filters: Set<String> = [
    "blur", "brightness", "contrast", "drop-shadow", "grayscale", "hue-rotate", "invert",
    "opacity", "saturate", "sepia",
  ]
  /// Functions that load nothing and draw nothing.
  static let functions: Set<String> = colors.union(filters).union([
    "var", "calc", "min", "max", "clamp", "matrix", "matrix3d", "perspective", "rotate", "rotatex",
    "rotatey", "rotatez", "rotate3d", "scale", "scalex", "scaley", "scalez", "scale3d", "skew",
    "skewx", "skewy", "translate", "translatex", "translatey", "translatez", "translate3d", "rect",
    "cubic-bezier", "steps", "circle", "ellipse", "inset", "polygon",
  ])
}
