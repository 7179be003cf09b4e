internal import ButtonModel

/// One word of a source.
struct Token {
  /// What a word is.
  enum Kind: Equatable {
    case name(String)
    /// Digits; a minus before them is an operator, so that there is one more than `Int64` has.
    case int(UInt64)
    case double(Double)
    case string(UTF8String)
    case symbol(Symbol)
    case end
  }

  /// Signs and operators.
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

    /// The sign of two bytes; nil for others.
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

    /// The sign of one byte; nil for others.
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
  /// The bytes that it takes of the source.
  let range: Range<Int>

  /// How a message quotes it.
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
