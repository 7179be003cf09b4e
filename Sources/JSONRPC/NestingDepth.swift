/// Counts the nesting of containers where the parser's count is not exact.
enum NestingDepth {
  /// The deepest nesting in a text, which need not be JSON. Brackets in strings do not count.
  static func of(_ text: UnsafeRawBufferPointer) -> Int {
    var depth = 0
    var deepest = 0
    var inString = false
    var isEscaped = false
    for byte in text {
      if inString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          inString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""):
        inString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        deepest = max(deepest, depth)
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
      default:
        break
      }
    }
    return deepest
  }
}
