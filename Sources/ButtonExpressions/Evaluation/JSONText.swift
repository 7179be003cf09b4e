internal import Glibc

/// Reads canonical JSON in place; skips values to find others.
///
/// Offsets are in the storage passed in. Nothing is checked: state and results are canonical.
enum JSONText {
  /// The offset after the value that begins at `start`.
  static func end(of start: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    var offset = start
    var depth = 0
    repeat {
      switch bytes[offset] {
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        offset += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        offset += 1
      case UInt8(ascii: "\""):
        offset = endOfString(offset, in: bytes)
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        offset += 1
      default:
        offset = endOfWord(offset, in: bytes)
      }
    } while depth > 0
    return offset
  }

  /// Whether lists and maps nest at most `depth` deep, outermost included. Adds the cost to `work`.
  static func isWithin(_ depth: Int, _ text: Text, _ work: inout Int) -> Bool {
    work &+= text.count
    return text.withBytes { bytes in
      // Most have fewer in total. `[` and `{` differ in one bit.
      if bytes.count(where: { $0 | 0x20 == UInt8(ascii: "{") }) <= depth { return true }
      work &+= 2 &* bytes.count
      var offset = 0
      var inside = 0
      while offset < bytes.count {
        switch bytes[offset] {
        case UInt8(ascii: "["), UInt8(ascii: "{"):
          inside += 1
          if inside > depth { return false }
          offset += 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
          inside -= 1
          offset += 1
        case UInt8(ascii: "\""): offset = endOfString(offset, in: bytes)
        default: offset += 1
        }
      }
      return true
    }
  }

  private static func endOfString(_ start: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    var offset = start + 1
    while true {
      // Eight at a time, up to a quote or a backslash.
      while offset &+ 8 <= bytes.count,
        !hasMark(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      {
        offset &+= 8
      }
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\"") { return offset &+ 1 }
      offset &+= byte == UInt8(ascii: "\\") ? 2 : 1
    }
  }

  /// A byte is a quote or a backslash.
  @inline(__always)
  private static func hasMark(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let slashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
    return ((quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes) & (ones &<< 7) != 0
  }

  /// A number, `true`, `false` or `null`.
  private static func endOfWord(_ start: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    var offset = start
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): return offset
      default: offset += 1
      }
    }
    return offset
  }

  /// A string with escapes is copied, other texts are not. Adds the cost to `work`.
  static func value(_ range: Range<Int>, in storage: [UInt8], _ work: inout Int) -> Value {
    switch storage[range.lowerBound] {
    case UInt8(ascii: "n"): return .null
    case UInt8(ascii: "t"): return .bool(true)
    case UInt8(ascii: "f"): return .bool(false)
    case UInt8(ascii: "\""):
      return .string(string(range.lowerBound + 1..<range.upperBound - 1, in: storage, &work))
    case UInt8(ascii: "["): return .list(Text(storage, range))
    case UInt8(ascii: "{"): return .map(Text(storage, range))
    default: return number(range, in: storage, &work)
    }
  }

  /// An integer has only digits, a double a point or an exponent.
  private static func number(
    _ range: Range<Int>, in storage: [UInt8], _ work: inout Int
  ) -> Value {
    var value: Int64 = 0
    let isNegative = storage[range.lowerBound] == UInt8(ascii: "-")
    for byte in storage[range].dropFirst(isNegative ? 1 : 0) {
      guard byte.isDigit else {
        work &+= Work.reading(range.count)
        return .double(Double(String(decoding: storage[range], as: UTF8.self)) ?? 0)
      }
      let digit = Int64(byte &- UInt8(ascii: "0"))
      value = value &* 10 &+ (isNegative ? 0 &- digit : digit)
    }
    return .int(value)
  }

  /// Reads the text between the quotes; escapes are resolved.
  static func string(_ range: Range<Int>, in storage: [UInt8], _ work: inout Int) -> Text {
    let isPlain = storage.withUnsafeBytes { bytes in
      bytes.baseAddress.flatMap { memchr($0 + range.lowerBound, 0x5C, range.count) } == nil
    }
    if isPlain { return Text(storage, range) }
    work &+= Work.text &+ 2 &* range.count
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    var offset = range.lowerBound
    while offset < range.upperBound {
      let byte = storage[offset]
      if byte != UInt8(ascii: "\\") {
        text.append(byte)
        offset += 1
        continue
      }
      switch storage[offset + 1] {
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "f"): text.append(0x0C)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "u"):
        // Canonical text escapes only controls, whose first two digits are zero.
        let high = storage[offset + 4].hexadecimalValue ?? 0
        let low = storage[offset + 5].hexadecimalValue ?? 0
        text.append(UInt8(truncatingIfNeeded: high << 4 | low))
        offset += 4
      default: text.append(storage[offset + 1])
      }
      offset += 2
    }
    return Text(text, 0..<text.count)
  }
}
