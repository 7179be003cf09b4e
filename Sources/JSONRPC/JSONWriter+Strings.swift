extension JSONWriter {
  /// Appends a string, escaped.
  package mutating func string(_ string: String) {
    var string = string
    string.withUTF8 { self.string(UnsafeRawBufferPointer($0)) }
  }

  /// Appends a string, escaped.
  package mutating func string(_ literal: StaticString) {
    string(
      UnsafeRawBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  /// Appends a parsed string, escaped.
  package mutating func string(_ string: JSONString) {
    self.string(string.bytes)
  }

  /// Appends a string given as valid UTF-8, escaped where JSON demands it and nowhere else.
  package mutating func string(_ bytes: UnsafeRawBufferPointer) {
    separate()
    // Room for a word more than the string, so that whole words can be copied before looking.
    reserve(bytes.count &+ 16)
    raw(byte: UInt8(ascii: "\""))
    if let start = bytes.baseAddress { escaped(start, count: bytes.count) }
    raw(byte: UInt8(ascii: "\""))
  }

  private mutating func escaped(_ start: UnsafeRawPointer, count: Int) {
    var offset = 0
    while offset &+ 8 <= count {
      let word = start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      reserve(count &- offset &+ 8)
      tail.storeBytes(of: word, as: UInt64.self)
      let clean = Self.cleanPrefix(of: word)
      length &+= clean
      offset &+= clean
      if clean < 8 {
        escape(start.load(fromByteOffset: offset, as: UInt8.self))
        offset &+= 1
      }
    }
    while offset < count {
      let byte = start.load(fromByteOffset: offset, as: UInt8.self)
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        escape(byte)
      } else {
        raw(byte: byte)
      }
      offset &+= 1
    }
  }

  /// How many of a word's bytes, from the lowest address, need no escape.
  @inline(__always)
  private static func cleanPrefix(of word: UInt64) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    let text = UInt64(littleEndian: word)
    let quotes = text ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let slashes = text ^ (ones &* UInt64(UInt8(ascii: "\\")))
    // A borrow can flag bytes behind a real hit only, never before it.
    let controls = (text &- (ones &* 0x20)) & ~text
    let dirty =
      (controls | ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes)) & tops
    return dirty.trailingZeroBitCount &>> 3
  }

  @inline(never)
  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): raw("\\\"")
    case UInt8(ascii: "\\"): raw("\\\\")
    case 0x08: raw("\\b")
    case 0x09: raw("\\t")
    case 0x0A: raw("\\n")
    case 0x0C: raw("\\f")
    case 0x0D: raw("\\r")
    default:
      raw("\\u00")
      raw(byte: byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
      let digit = byte & 0x0F
      raw(byte: digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
    }
  }
}
