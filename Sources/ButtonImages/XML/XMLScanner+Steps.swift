/// Steps over the bytes.
extension XMLScanner {
  /// Goes to the next byte of this value, or to the end; what is on the way.
  mutating func skip(to byte: UInt8) -> ByteTraits {
    let (next, traits) = next(byte)
    place = next
    return traits
  }

  private func next(_ byte: UInt8) -> (place: Int, traits: ByteTraits) {
    let all = ByteTraits.table
    let bytes = bytes.span
    let table = all.span
    var traits: UInt8 = 0
    var place = place
    while place < end, bytes[place] != byte {
      traits |= table[Int(bytes[place])]
      place += 1
    }
    return (place, ByteTraits(rawValue: traits))
  }

  /// Goes behind the next occurrence of a text.
  mutating func skip(behind text: StaticString) throws(ImageFault) {
    let first = text.utf8Start.pointee
    while place < end, !has(text) {
      place += 1
      place = next(first).place
    }
    guard place < end else { throw cut }
    place += text.utf8CodeUnitCount
  }

  /// Goes behind spaces; whether there was one.
  mutating func skipSpaces() -> Bool {
    let start = place
    while place < end, XMLText.isSpace(bytes[place]) { place += 1 }
    return place > start
  }

  /// Whether a text is here.
  func has(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[place..<end].starts(with: $0) }
  }
}
