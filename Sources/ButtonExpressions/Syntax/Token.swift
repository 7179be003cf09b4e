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
  enum Symbol: String, CaseIterable {
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
