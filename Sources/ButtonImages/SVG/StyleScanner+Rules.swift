/// The last part of a selector, which its elements have at least.
enum StyleSelector {
  case any
  case type(Range<Int>)
  case named(Range<Int>)
  case id(Range<Int>)
}

/// Rules of a stylesheet.
extension StyleScanner {
  /// The most parts of a selector: some readers step back when one of them does not match.
  private static let mostParts = 4

  /// Reads the next rule: whom it is for, and its declarations as `findings`. Nil at the end.
  mutating func nextRule() throws(ImageFault) -> [StyleSelector]? {
    findings.removeAll(keepingCapacity: true)
    while true {
      try skipBlanks()
      guard place < end else {
        if isInMedia { throw ImageFault("has a style rule without its }") }
        return nil
      }
      switch bytes[place] {
      case UInt8(ascii: "@"): try beginMedia()
      case UInt8(ascii: "}") where isInMedia:
        isInMedia = false
        place += 1
      default:
        let selectors = try readSelectors()
        let start = place
        try readDeclarations(isRule: true)
        length = place - start
        place += 1
        return selectors
      }
    }
  }

  /// Goes into `@media`.
  private mutating func beginMedia() throws(ImageFault) {
    place += 1
    let name = folded(readWord())
    guard name == "media", !isInMedia else {
      let name = ImageFault.excerpt(name.utf8)
      throw ImageFault("has the style rule @\(name): of those, only @media is taken, and once")
    }
    while place < end {
      switch bytes[place] {
      case UInt8(ascii: "{"):
        place += 1
        isInMedia = true
        return
      case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ":"), UInt8(ascii: ","),
        UInt8(ascii: "."), UInt8(ascii: "/"):
        place += 1
      case let byte where XMLText.isSpace(byte) || StyleScanner.isWord(byte): place += 1
      default: throw ImageFault("has a style rule @media that is not plain: write it without")
      }
    }
    throw ImageFault("has a style rule without its {")
  }

  /// Reads up to and behind the `{`.
  private mutating func readSelectors() throws(ImageFault) -> [StyleSelector] {
    var selectors: [StyleSelector] = []
    var last: StyleSelector?
    var parts = 1
    var isApart = false
    while place < end {
      let start = place
      try skipBlanks()
      if place > start { isApart = last != nil }
      guard place < end else { break }
      switch bytes[place] {
      case UInt8(ascii: ","), UInt8(ascii: "{"):
        guard let found = last else { throw wrongSelector() }
        selectors.append(found)
        place += 1
        if bytes[place - 1] == UInt8(ascii: "{") { return selectors }
        (last, parts, isApart) = (nil, 1, false)
      case UInt8(ascii: ">") where last != nil:
        place += 1
        isApart = true
      default:
        if isApart {
          parts += 1
          (last, isApart) = (nil, false)
        }
        last = try readSimple(after: last)
        guard parts <= StyleScanner.mostParts else {
          throw ImageFault("has a style selector of more than \(StyleScanner.mostParts) parts")
        }
      }
    }
    throw ImageFault("has a style rule without its {")
  }

  /// Reads one name, class, id or pseudo-class; the narrower of it and what came before.
  private mutating func readSimple(after last: StyleSelector?) throws(ImageFault) -> StyleSelector {
    let sign = bytes[place]
    if !StyleScanner.isWord(sign) { place += 1 }
    if sign == UInt8(ascii: "*"), last == nil { return .any }
    if sign == UInt8(ascii: ":"), place < end, bytes[place] == sign { place += 1 }
    let word = readWord()
    guard !word.isEmpty else { throw wrongSelector() }
    switch (sign, last) {
    case (UInt8(ascii: "#"), _): return .id(word)
    case (UInt8(ascii: "."), .id(let id)?): return .id(id)
    case (UInt8(ascii: "."), _): return .named(word)
    case (UInt8(ascii: ":"), _): return last ?? .any
    case (_, nil) where StyleScanner.isWord(sign): return .type(word)
    default: throw wrongSelector()
    }
  }

  private func wrongSelector() -> ImageFault {
    let text = ImageFault.excerpt(bytes[place..<end])
    return ImageFault("has a style selector at \(text): only names, .classes and #ids are taken")
  }
}
