internal import ButtonModel

/// Splits a source into tokens, as the parser asks for them.
struct Lexer {
  /// Valid UTF-8.
  let source: [UInt8]
  /// The first byte that belongs to no token yet.
  var offset: Int

  init(_ source: [UInt8], at offset: Int = 0) {
    self.source = source
    self.offset = offset
  }

  /// 0, which no token has, beyond the end.
  func byte(_ ahead: Int = 0) -> UInt8 {
    offset + ahead < source.count ? source[offset + ahead] : 0
  }

  func error(_ message: String, at place: Int, _ code: ExpressionError.Code = .syntax)
    -> ExpressionError
  {
    ExpressionError(code, at: place, in: source, message)
  }

  /// Returns the error in what may be meant as the name of a key.
  func error(ofName message: String, at place: Int) -> ExpressionError {
    ExpressionError(.syntax, at: place, in: source, message, isOfName: true)
  }

  /// Returns the error for what exceeds a limit from this byte on.
  func error(_ message: String, at place: Int, beyond limit: ExpressionError.Limit)
    -> ExpressionError
  {
    ExpressionError(.tooLarge, at: place, in: source, message, limit: limit)
  }

  /// `end`, repeatedly, after the last token.
  mutating func next() throws(ExpressionError) -> Token {
    skipSpace()
    let start = offset
    guard start < source.count else { return Token(kind: .end, range: start..<start) }
    let kind = try kind()
    return Token(kind: kind, range: start..<offset)
  }

  private mutating func kind() throws(ExpressionError) -> Token.Kind {
    switch byte() {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return .string(try string(isRaw: false))
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      return try number()
    case UInt8(ascii: ".") where byte(1).isDigit:
      return try number()
    case let byte where byte.isNameStart:
      return try nameOrString()
    default:
      return .symbol(try symbol())
    }
  }

  /// A name, or a string with a prefix.
  private mutating func nameOrString() throws(ExpressionError) -> Token.Kind {
    let start = offset
    var isRaw = false
    var isBytes = false
    while true {
      switch byte() | 0x20 {
      case UInt8(ascii: "r") where !isRaw: isRaw = true
      case UInt8(ascii: "b") where !isBytes: isBytes = true
      default:
        offset = start
        while byte().isNamePart { offset += 1 }
        return .name(String(decoding: source[start..<offset], as: UTF8.self))
      }
      offset += 1
      guard byte() == UInt8(ascii: "\"") || byte() == UInt8(ascii: "'") else { continue }
      if isBytes { throw error("bytes are not supported; write a string", at: start, .leftOut) }
      return .string(try string(isRaw: true))
    }
  }

  private mutating func symbol() throws(ExpressionError) -> Token.Symbol {
    if let found = Token.Symbol(byte(), byte(1)) {
      offset += 2
      return found
    }
    if let found = Token.Symbol(byte()) {
      offset += 1
      return found
    }
    switch byte() {
    case UInt8(ascii: "="): throw error("'=' means nothing; write '==' to compare", at: offset)
    case UInt8(ascii: "&"), UInt8(ascii: "|"):
      let sign = byte() == UInt8(ascii: "&") ? "&" : "|"
      throw error("'\(sign)' means nothing; write '\(sign)\(sign)'", at: offset)
    case UInt8(ascii: "`"):
      throw error(
        "names in backquotes are not supported; write key[\"…\"] or [\"…\"]", at: offset, .leftOut)
    default:
      let rest = String(decoding: source[offset...].prefix(4), as: UTF8.self)
      let sign = rest.unicodeScalars.first.map { String($0) } ?? ""
      throw error("'\(Excerpt(sign))' means nothing here", at: offset)
    }
  }

  private mutating func skipSpace() {
    while offset < source.count {
      switch byte() {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x0C:
        offset += 1
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
        while offset < source.count, byte() != UInt8(ascii: "\n") { offset += 1 }
      default: return
      }
    }
  }
}

extension UInt8 {
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  var isNameStart: Bool {
    let lower = self | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z") || self == UInt8(ascii: "_")
  }

  var isNamePart: Bool { isNameStart || isDigit }

  var hexadecimalValue: UInt32? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(self - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(self - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(self - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
