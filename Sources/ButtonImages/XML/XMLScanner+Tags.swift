/// Tags, their attributes, and the XML declaration.
extension XMLScanner {
  mutating func readOpen() throws(ImageFault) {
    if open.isEmpty, elements > 0 { throw ImageFault("has more than one root element") }
    let start = place
    place += 1
    name = try readName()
    try readAttributes()
    if has("/>") {
      isEmptyElement = true
      place += 2
    } else if has(">") {
      place += 1
    } else {
      throw place < end - 1 ? ImageFault("has a start tag that does not end with >") : cut
    }
    tagLength = place - start
    elements += 1
    open.append(name.whole)
    guard elements <= XMLScanner.mostElements else {
      throw ImageFault("has more than \(XMLScanner.mostElements) elements: make it simpler")
    }
    guard open.count <= XMLScanner.deepest else {
      throw ImageFault("is nested deeper than \(XMLScanner.deepest) elements: ungroup it")
    }
  }

  mutating func readClose() throws(ImageFault) {
    place += 2
    let name = try readName()
    _ = skipSpaces()
    guard place < end else { throw cut }
    guard bytes[place] == UInt8(ascii: ">"), let start = open.popLast(),
      bytes[start].elementsEqual(bytes[name.whole])
    else {
      throw ImageFault(
        "has the end tag </\(ImageFault.excerpt(bytes[name.whole]))> where none fits")
    }
    place += 1
  }

  /// Reads up to what cannot be an attribute.
  private mutating func readAttributes() throws(ImageFault) {
    attributes.removeAll(keepingCapacity: true)
    while true {
      let isApart = skipSpaces()
      guard place < end else { throw cut }
      switch bytes[place] {
      case UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "?"): return
      default: break
      }
      guard isApart else { throw ImageFault("has an attribute without a space before it") }
      let name = try readName()
      _ = skipSpaces()
      guard place < end else { throw cut }
      guard bytes[place] == UInt8(ascii: "=") else {
        throw ImageFault(
          "has the attribute \(ImageFault.excerpt(bytes[name.whole])) without a value")
      }
      place += 1
      _ = skipSpaces()
      let (value, traits) = try readValue()
      attributes.append(XMLAttribute(name: name, value: value, traits: traits))
      guard attributes.count <= XMLScanner.mostAttributes else {
        throw ImageFault("has an element with more than \(XMLScanner.mostAttributes) attributes")
      }
    }
  }

  private mutating func readName() throws(ImageFault) -> XMLName {
    let start = place
    var colon: Int?
    var isLegal = true
    scan: while place < end {
      switch bytes[place] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "_"):
        break
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
        if place == colon.map({ $0 + 1 }) ?? start { isLegal = false }
      case UInt8(ascii: ":"):
        if colon != nil || place == start { isLegal = false }
        colon = place
      default: break scan
      }
      place += 1
    }
    guard place < end else { throw cut }
    guard isLegal, place > start, colon.map({ $0 + 1 }) != place else {
      throw ImageFault("has no legal name at \(excerpt(start))")
    }
    return XMLName(whole: start..<place, colon: colon)
  }

  private mutating func readValue() throws(ImageFault) -> (Range<Int>, ByteTraits) {
    guard place < end else { throw cut }
    let quote = bytes[place]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw ImageFault("has a value without quotes at \(excerpt(place))")
    }
    place += 1
    let start = place
    let traits = skip(to: quote)
    guard place < end else { throw cut }
    guard !traits.contains(.tag) else { throw ImageFault("has a < in a value: write &lt;") }
    var value = start..<place
    if traits.contains(.reference) { value = try decoded(value) }
    place += 1
    // A reference may have hidden any of them.
    return (value, traits.contains(.reference) ? .all : traits)
  }

  mutating func readDeclaration() throws(ImageFault) {
    place += 5
    try readAttributes()
    guard has("?>") else { throw ImageFault("has an XML declaration that does not end with ?>") }
    place += 2
    var rest = attributes.map { attribute in
      (
        name: String(decoding: bytes[attribute.name.whole], as: UTF8.self),
        value: String(decoding: bytes[attribute.value], as: UTF8.self)
      )
    }[...]
    guard let version = rest.popFirst(), version.name == "version", version.value == "1.0" else {
      throw ImageFault("does not say that it is XML 1.0")
    }
    if let encoding = rest.first, encoding.name == "encoding" {
      guard encoding.value.lowercased() == "utf-8" else {
        throw ImageFault("says it is \(ImageFault.excerpt(encoding.value.utf8)): save it as UTF-8")
      }
      rest.removeFirst()
    }
    if let alone = rest.first, alone.name == "standalone", ["yes", "no"].contains(alone.value) {
      rest.removeFirst()
    }
    guard rest.isEmpty else { throw ImageFault("has an XML declaration that is not legal") }
  }
}
