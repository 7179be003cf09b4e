internal import ButtonModel

extension Lexer {
  /// Reads the string at the opening quote.
  mutating func string(isRaw: Bool) throws(ExpressionError) -> UTF8String {
    let start = offset
    let quote = byte()
    let isLong = byte(1) == quote && byte(2) == quote
    offset += isLong ? 3 : 1
    var text: [UInt8] = []
    while offset < source.count {
      if byte() == quote, !isLong || (byte(1) == quote && byte(2) == quote) {
        offset += isLong ? 3 : 1
        return UTF8String(bytes: text)
      }
      switch byte() {
      case UInt8(ascii: "\\") where !isRaw:
        try escape(into: &text)
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if !isLong {
          throw error("a string ends in its line; write \\n or three quotes", at: start)
        }
        text.append(byte())
        offset += 1
      default:
        text.append(byte())
        offset += 1
      }
    }
    throw error("a string has no end", at: start)
  }

  private mutating func escape(into text: inout [UInt8]) throws(ExpressionError) {
    let start = offset
    let letter = byte(1)
    offset += 2
    switch letter {
    case UInt8(ascii: "\\"), UInt8(ascii: "?"), UInt8(ascii: "\""), UInt8(ascii: "'"),
      UInt8(ascii: "`"):
      text.append(letter)
    case UInt8(ascii: "a"): text.append(0x07)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "v"): text.append(0x0B)
    case UInt8(ascii: "x"), UInt8(ascii: "X"): try scalar(digits: 2, radix: 16, start, &text)
    case UInt8(ascii: "u"): try scalar(digits: 4, radix: 16, start, &text)
    case UInt8(ascii: "U"): try scalar(digits: 8, radix: 16, start, &text)
    case UInt8(ascii: "0")...UInt8(ascii: "3"):
      offset -= 1
      try scalar(digits: 3, radix: 8, start, &text)
    default: throw error("no escape begins like this; a backslash is \\\\", at: start)
    }
  }

  private mutating func scalar(
    digits: Int, radix: UInt32, _ start: Int, _ text: inout [UInt8]
  ) throws(ExpressionError) {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let digit = byte().hexadecimalValue, digit < radix else {
        throw error("this escape needs \(digits) digits", at: start)
      }
      value = value << (radix == 16 ? 4 : 3) | digit
      offset += 1
    }
    guard let scalar = Unicode.Scalar(value) else {
      throw error("this escape is not a character", at: start)
    }
    text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }
}
