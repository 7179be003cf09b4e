/// Text, comments, and references to characters.
extension XMLScanner {
  mutating func readText() throws(ImageFault) -> Range<Int> {
    let start = place
    let traits = skip(to: UInt8(ascii: "<"))
    let text = start..<place
    if traits.contains(.bracket), XMLScanner.hasSectionEnd(bytes[text]) {
      throw ImageFault("has ]]> in a text: write ]]&gt;")
    }
    if traits.contains(.reference) {
      var rest = text.lowerBound
      while let next = bytes[rest..<text.upperBound].firstIndex(of: UInt8(ascii: "&")) {
        rest = try reference(at: next).end
      }
    }
    return text
  }

  private static func hasSectionEnd(_ text: ArraySlice<UInt8>) -> Bool {
    var brackets = 0
    for byte in text {
      if byte == UInt8(ascii: ">"), brackets >= 2 { return true }
      brackets = byte == UInt8(ascii: "]") ? brackets + 1 : 0
    }
    return false
  }

  /// Goes behind a comment, or a CDATA section, whose text it returns.
  mutating func readMarkup() throws(ImageFault) -> Range<Int>? {
    if has("<!--") {
      place += 4
      // HTML would end it here.
      if has(">") || has("->") { throw ImageFault("has a comment that begins with >") }
      try skip(behind: "--")
      guard place < end else { throw cut }
      guard bytes[place] == UInt8(ascii: ">") else { throw ImageFault("has -- in a comment") }
      place += 1
      return nil
    }
    if has("<![CDATA[") {
      if open.isEmpty { throw ImageFault("has text outside of svg") }
      let start = place + 9
      place = start
      try skip(behind: "]]>")
      return start..<place - 3
    }
    if has("<!DOCTYPE") || has("<!ENTITY") {
      throw ImageFault("has the document type \(excerpt(place)): remove it, entities too")
    }
    guard end - place >= 9 else { throw cut }
    throw ImageFault("has the declaration \(excerpt(place)): remove it")
  }

  /// A text with its references replaced, behind the file.
  mutating func decoded(_ range: Range<Int>) throws(ImageFault) -> Range<Int> {
    let start = bytes.count
    var place = range.lowerBound
    while place < range.upperBound {
      if bytes[place] == UInt8(ascii: "&") {
        let (scalar, end) = try reference(at: place)
        bytes.append(contentsOf: scalar.utf8)
        place = end
      } else {
        bytes.append(bytes[place])
        place += 1
      }
    }
    return start..<bytes.count
  }

  /// The character that a reference means, and where the reference ends.
  func reference(at place: Int) throws(ImageFault) -> (scalar: Unicode.Scalar, end: Int) {
    let text = bytes[place..<min(end, place + 16)]
    guard let semicolon = text.firstIndex(of: UInt8(ascii: ";")) else {
      throw ImageFault("has a & that begins no reference: write &amp;")
    }
    let name = String(decoding: text[(place + 1)..<semicolon], as: UTF8.self)
    let number: UInt32? =
      switch name {
      case "lt": 0x3C
      case "gt": 0x3E
      case "amp": 0x26
      case "quot": 0x22
      case "apos": 0x27
      case _ where name.hasPrefix("#x"): XMLScanner.number(name.dropFirst(2), radix: 16)
      case _ where name.hasPrefix("#"): XMLScanner.number(name.dropFirst(1), radix: 10)
      default: nil
      }
    guard let number, XMLText.allows(number), let scalar = Unicode.Scalar(number) else {
      throw ImageFault(
        "has the reference \(ImageFault.excerpt(text[...semicolon])): write the character itself")
    }
    return (scalar, semicolon + 1)
  }

  private static func number(_ digits: Substring, radix: Int) -> UInt32? {
    digits.first == "+" ? nil : UInt32(digits, radix: radix)
  }
}
