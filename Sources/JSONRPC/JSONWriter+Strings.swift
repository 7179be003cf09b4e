extension JSONWriter {
  @inlinable
  @inline(__always)
  @_disfavoredOverload
  package mutating func string(_ string: String) {
    let written: Void? = string.utf8.withContiguousStorageIfAvailable {
      self.string(UnsafeRawBufferPointer($0))
    }
    if written == nil { self.string(Array(string.utf8)) }
  }

  /// The bytes must be valid UTF-8.
  @inlinable
  package mutating func string(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { string($0) }
  }

  package mutating func string(_ literal: StaticString) {
    string(
      UnsafeRawBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  package mutating func string(_ string: JSONString) {
    self.string(string.bytes)
  }

  /// Escapes only what JSON requires; the bytes must be valid UTF-8.
  @usableFromInline
  package mutating func string(_ bytes: UnsafeRawBufferPointer) {
    separate()
    reserve(bytes.count &+ 16)
    raw(byte: UInt8(ascii: "\""))
    if let start = bytes.baseAddress { escaped(start, count: bytes.count) }
    raw(byte: UInt8(ascii: "\""))
  }

  /// The length as JSON, with quotes and escapes; the bytes must be valid UTF-8.
  package static func stringBytes(_ bytes: UnsafeRawBufferPointer) -> Int {
    var count = bytes.count + 2
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x08, 0x09, 0x0A, 0x0C, 0x0D: count += 1
      case 0..<0x20: count += longestEscape - 1
      default: break
      }
    }
    return count
  }

  /// The length of `\u0000`: a string grows by no more than this factor.
  package static let longestEscape = 6

  private mutating func escaped(_ start: UnsafeRawPointer, count: Int) {
    var offset = 0
    while offset < count {
      // `copyClean` writes whole words, so it may need 8 bytes beyond the string.
      reserve(count &- offset &+ 8)
      let clean = copyClean(start + offset, count: count &- offset)
      length &+= clean
      offset &+= clean
      if offset < count {
        escape(start.load(fromByteOffset: offset, as: UInt8.self))
        offset &+= 1
      }
    }
  }

  /// Copies bytes to the tail up to the first that needs an escape; returns how many. May also
  /// overwrite the seven bytes that follow.
  @inline(__always)
  private func copyClean(_ source: UnsafeRawPointer, count: Int) -> Int {
    let target = tail
    var copied = 0
    while copied &+ 8 <= count {
      let word = source.loadUnaligned(fromByteOffset: copied, as: UInt64.self)
      target.storeBytes(of: word, toByteOffset: copied, as: UInt64.self)
      let dirty = Self.dirtyBytes(of: word)
      if dirty != 0 { return copied &+ dirty.trailingZeroBitCount &>> 3 }
      copied &+= 8
    }
    let rest = count &- copied
    guard rest > 0 else { return count }
    if count >= 8 {
      // Load the string's last eight bytes and shift out those that are copied already.
      let last = UInt64(
        littleEndian: source.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
      let word = (last &>> UInt64(64 &- rest &* 8)).littleEndian
      target.storeBytes(of: word, toByteOffset: copied, as: UInt64.self)
      return copied &+ min(rest, Self.dirtyBytes(of: word).trailingZeroBitCount &>> 3)
    }
    let word = Self.shortWord(source, count: count)
    target.storeBytes(of: word.littleEndian, as: UInt64.self)
    return min(rest, Self.dirtyBytes(of: word.littleEndian).trailingZeroBitCount &>> 3)
  }

  /// Loads one to seven bytes with overlapping loads.
  @inline(__always)
  private static func shortWord(_ source: UnsafeRawPointer, count: Int) -> UInt64 {
    if count >= 4 {
      let head = UInt32(littleEndian: source.loadUnaligned(as: UInt32.self))
      let foot = UInt32(
        littleEndian: source.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
      return UInt64(head) | UInt64(foot) &<< UInt64(count &* 8 &- 32)
    }
    let first = UInt64(source.load(as: UInt8.self))
    guard count > 1 else { return first }
    let middle = UInt64(source.load(fromByteOffset: count &>> 1, as: UInt8.self))
    let last = UInt64(source.load(fromByteOffset: count &- 1, as: UInt8.self))
    return first | middle &<< UInt64((count &>> 1) &* 8) | last &<< UInt64((count &- 1) &* 8)
  }

  /// The lowest bit set is the top bit of the first byte, in memory order, that needs an escape;
  /// higher bits mean nothing. 0 if no byte needs one.
  @inline(__always)
  private static func dirtyBytes(of word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    let text = UInt64(littleEndian: word)
    let quotes = text ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let slashes = text ^ (ones &* UInt64(UInt8(ascii: "\\")))
    // A borrow only reaches bytes after one that needs an escape, so the first hit is exact.
    let controls = (text &- (ones &* 0x20)) & ~text
    return (controls | ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes)) & tops
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
