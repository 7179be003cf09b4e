internal import ButtonModel

struct Token {
  enum Kind: Equatable {
    case name(String)
    /// Digits only: a minus is an operator, so that the range exceeds `Int64` by one.
    case int(UInt64)
    case double(Double)
    case string(UTF8String)
    case symbol(Symbol)
    case end
  }

  enum Symbol: String {
    case openParenthesis = "("
    case closeParenthesis = ")"
    case openBracket = "["
    case closeBracket = "]"
    case openBrace = "{"
    case closeBrace = "}"
    case comma = ","
    case colon = ":"
    case question = "?"
    case dot = "."
    case optionalDot = ".?"
    case plus = "+"
    case minus = "-"
    case star = "*"
    case slash = "/"
    case percent = "%"
    case not = "!"
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case equal = "=="
    case notEqual = "!="
    case and = "&&"
    case or = "||"

    /// Nil unless both bytes are a sign.
    init?(_ first: UInt8, _ second: UInt8) {
      switch (first, second) {
      case (UInt8(ascii: "."), UInt8(ascii: "?")): self = .optionalDot
      case (UInt8(ascii: "<"), UInt8(ascii: "=")): self = .lessOrEqual
      case (UInt8(ascii: ">"), UInt8(ascii: "=")): self = .greaterOrEqual
      case (UInt8(ascii: "="), UInt8(ascii: "=")): self = .equal
      case (UInt8(ascii: "!"), UInt8(ascii: "=")): self = .notEqual
      case (UInt8(ascii: "&"), UInt8(ascii: "&")): self = .and
      case (UInt8(ascii: "|"), UInt8(ascii: "|")): self = .or
      default: return nil
      }
    }

    /// Nil unless the byte is a sign.
    init?(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: "("): self = .openParenthesis
      case UInt8(ascii: ")"): self = .closeParenthesis
      case UInt8(ascii: "["): self = .openBracket
      case UInt8(ascii: "]"): self = .closeBracket
      case UInt8(ascii: "{"): self = .openBrace
      case UInt8(ascii: "}"): self = .closeBrace
      case UInt8(ascii: ","): self = .comma
      case UInt8(ascii: ":"): self = .colon
      case UInt8(ascii: "?"): self = .question
      case UInt8(ascii: "."): self = .dot
      case UInt8(ascii: "+"): self = .plus
      case UInt8(ascii: "-"): self = .minus
      case UInt8(ascii: "*"): self = .star
      case UInt8(ascii: "/"): self = .slash
      case UInt8(ascii: "%"): self = .percent
      case UInt8(ascii: "!"): self = .not
      case UInt8(ascii: "<"): self = .less
      case UInt8(ascii: ">"): self = .greater
      default: return nil
      }
    }
  }

  let kind: Kind
  let range: Range<Int>

  /// The words for a message.
  var phrase: String {
    switch kind {
    case .name(let name): "'\(Excerpt(name))'"
    case .int, .double: "a number"
    case .string: "a string"
    case .symbol(let symbol): "'\(symbol.rawValue)'"
    case .end: "the end"
    }
  }
}
