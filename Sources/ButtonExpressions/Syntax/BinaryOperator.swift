enum BinaryOperator {
  case logical(Logical)
  case comparison(ComparisonOperator)
  case membership
  case arithmetic(Arithmetic)

  init?(_ kind: Token.Kind) {
    switch kind {
    case .symbol(let symbol):
      switch symbol {
      case .plus: self = .arithmetic(.add)
      case .minus: self = .arithmetic(.subtract)
      case .star: self = .arithmetic(.multiply)
      case .slash: self = .arithmetic(.divide)
      case .percent: self = .arithmetic(.remainder)
      case .less: self = .comparison(.less)
      case .lessOrEqual: self = .comparison(.lessOrEqual)
      case .greater: self = .comparison(.greater)
      case .greaterOrEqual: self = .comparison(.greaterOrEqual)
      case .equal: self = .comparison(.equal)
      case .notEqual: self = .comparison(.notEqual)
      case .and: self = .logical(.and)
      case .or: self = .logical(.or)
      case .openParenthesis, .closeParenthesis, .openBracket, .closeBracket, .openBrace,
        .closeBrace, .comma, .colon, .question, .dot, .optionalDot, .not:
        return nil
      }
    case .name("in"): self = .membership
    case .name, .int, .double, .string, .end: return nil
    }
  }

  /// Precedence, from 1; higher binds tighter.
  var rank: Int {
    switch self {
    case .logical(.or): 1
    case .logical(.and): 2
    case .comparison, .membership: 3
    case .arithmetic(.add), .arithmetic(.subtract): 4
    case .arithmetic: 5
    }
  }

  func form(_ left: Node, _ right: Node) -> Node.Form {
    switch self {
    case .logical(let logical): .logical(logical, left, right)
    case .comparison(let comparison): .comparison(comparison, left, right)
    case .membership: .membership(left, right)
    case .arithmetic(let arithmetic): .arithmetic(arithmetic, left, right)
    }
  }
}
