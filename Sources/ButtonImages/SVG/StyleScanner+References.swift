/// References by `url(#id)`.
extension StyleScanner {
  /// Reads what follows `url(`: the id behind `#`, up to the `)`.
  mutating func readReference() throws(ImageFault) -> Range<Int> {
    let start = place
    skipSpaces()
    var quote: UInt8?
    if place < end, bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "'") {
      quote = bytes[place]
      place += 1
    }
    guard place < end, bytes[place] == UInt8(ascii: "#") else { throw outside(start) }
    place += 1
    let id = place
    while place < end, StyleScanner.isIdentifier(bytes[place]) { place += 1 }
    let range = id..<place
    if let quote {
      guard place < end, bytes[place] == quote else { throw outside(start) }
      place += 1
    }
    skipSpaces()
    guard !range.isEmpty, place < end, bytes[place] == UInt8(ascii: ")") else {
      throw outside(start)
    }
    place += 1
    return range
  }

  /// Reads all references in a value that is not CSS.
  mutating func readReferences() throws(ImageFault) {
    while let next = bytes[place..<end].firstIndex(of: UInt8(ascii: "(")) {
      var start = next
      while start > place, XMLText.isSpace(bytes[start - 1]) { start -= 1 }
      let isReference =
        start >= place + 3 && folded(start - 3..<start) == "url"
        && (start == place + 3 || !StyleScanner.isWord(bytes[start - 4]))
      place = next + 1
      if isReference { findings.append(.reference(try readReference(), .paint)) }
    }
  }

  private func outside(_ start: Int) -> ImageFault {
    let rest = bytes[start..<end].prefix { $0 != UInt8(ascii: ")") }
    let link = "refers to url(\(ImageFault.excerpt(rest)))"
    let isInside =
      rest.first { !XMLText.isSpace($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") }
      == UInt8(ascii: "#")
    return ImageFault(
      isInside
        ? "\(link), which has no plain id or no end: write url(#id)"
        : "\(link): an image holds all it needs; write url(#id)")
  }

  /// Whether a byte may be part of an id that is referred to. Others are read in more than one way.
  static func isIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: "%"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("),
      UInt8(ascii: ")"), UInt8(ascii: "\\"), UInt8(ascii: "*"), UInt8(ascii: ";"),
      UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "<"), UInt8(ascii: ">"), 0x7F:
      false
    default: true
    }
  }
}
