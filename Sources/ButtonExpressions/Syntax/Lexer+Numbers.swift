extension Lexer {
  mutating func number() throws(ExpressionError) -> Token.Kind {
    let start = offset
    let kind = try unsuffixed()
    if byte() | 0x20 == UInt8(ascii: "u") {
      throw error("unsigned integers are not supported; write it without 'u'", at: start, .leftOut)
    }
    if byte().isNamePart {
      throw error(ofName: "a number ends where a letter follows it", at: start)
    }
    return kind
  }

  private mutating func unsuffixed() throws(ExpressionError) -> Token.Kind {
    let start = offset
    if byte() == UInt8(ascii: "0"), byte(1) | 0x20 == UInt8(ascii: "x") {
      offset += 2
      let digits = offset
      while byte().hexadecimalValue != nil { offset += 1 }
      if offset == digits { throw error("a digit must follow 0x", at: start) }
      return .int(try integer(digits, radix: 16, at: start))
    }
    skipDigits()
    var isDouble = false
    if byte() == UInt8(ascii: "."), byte(1).isDigit {
      offset += 1
      skipDigits()
      isDouble = true
    }
    if byte() | 0x20 == UInt8(ascii: "e") {
      let sign = byte(1) == UInt8(ascii: "+") || byte(1) == UInt8(ascii: "-") ? 1 : 0
      if byte(1 + sign).isDigit {
        offset += 1 + sign
        skipDigits()
        isDouble = true
      }
    }
    guard isDouble else { return .int(try integer(start, radix: 10, at: start)) }
    guard let value = Double(text(start)), value.isFinite else {
      throw error("a number is too large for a double", at: start)
    }
    return .double(value)
  }

  private mutating func skipDigits() {
    while byte().isDigit { offset += 1 }
  }

  private func text(_ start: Int) -> String {
    let digits = String(decoding: source[start..<offset], as: UTF8.self)
    return digits.hasPrefix(".") ? "0" + digits : digits
  }

  private func integer(
    _ digits: Int, radix: Int, at start: Int
  ) throws(ExpressionError) -> UInt64 {
    let most = Int64.min.magnitude
    guard let value = UInt64(text(digits), radix: radix), value <= most else {
      throw error(ofName: "a number is too large for an int of 64 bits", at: start)
    }
    return value
  }
}
