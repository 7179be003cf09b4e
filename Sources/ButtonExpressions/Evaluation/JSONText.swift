/// Reads canonical JSON in place: values are found by skipping what stands before them.
///
/// All offsets are of the storage that is passed in. Nothing is checked: what is in the state is
/// canonical, and so is what an evaluation makes.
enum JSONText {
  /// The byte behind the value that begins at one.
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

  /// How many lists and maps are inside one another, the outermost counted.
  static func depth(of text: Text) -> Int {
    text.withBytes { bytes in
      var offset = 0
      var depth = 0
      var deepest = 0
      while offset < bytes.count {
        switch bytes[offset] {
        case UInt8(ascii: "["), UInt8(ascii: "{"):
          depth += 1
          deepest = max(deepest, depth)
          offset += 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
          depth -= 1
          offset += 1
        case UInt8(ascii: "\""): offset = endOfString(offset, in: bytes)
        default: offset += 1
        }
      }
      return deepest
    }
  }

  private static func endOfString(_ start: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    var offset = start + 1
    while bytes[offset] != UInt8(ascii: "\"") {
      offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
    }
    return offset + 1
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

  /// The value that takes a part of a storage. A string with escapes is copied.
  static func value(_ range: Range<Int>, in storage: [UInt8]) -> Value {
    switch storage[range.lowerBound] {
    case UInt8(ascii: "n"): return .null
    case UInt8(ascii: "t"): return .bool(true)
    case UInt8(ascii: "f"): return .bool(false)
    case UInt8(ascii: "\""):
      return .string(string(range.lowerBound + 1..<range.upperBound - 1, in: storage))
    case UInt8(ascii: "["): return .list(Text(storage, range))
    case UInt8(ascii: "{"): return .map(Text(storage, range))
    default: return number(range, in: storage)
    }
  }

  /// An integer has digits alone, a double a point or an exponent.
  private static func number(_ range: Range<Int>, in storage: [UInt8]) -> Value {
    var value: Int64 = 0
    let isNegative = storage[range.lowerBound] == UInt8(ascii: "-")
    for byte in storage[range].dropFirst(isNegative ? 1 : 0) {
      guard byte.isDigit else {
        return .double(Double(String(decoding: storage[range], as: UTF8.self)) ?? 0)
      }
      let digit = Int64(byte &- UInt8(ascii: "0"))
      value = value &* 10 &+ (isNegative ? 0 &- digit : digit)
    }
    return .int(value)
  }

  /// What stands between the quotes of a string, its escapes resolved.
  static func string(_ range: Range<Int>, in storage: [UInt8]) -> Text {
    guard storage[range].contains(UInt8(ascii: "\\")) else { return Text(storage, range) }
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
