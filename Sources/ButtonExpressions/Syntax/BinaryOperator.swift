/// An operator between two operands, with its rank among the others.
enum BinaryOperator {
  case logical(Logical)
  case comparison(ComparisonOperator)
  case membership
  case arithmetic(Arithmetic)

  /// The operator that a word is.
  init?(_ kind: Token.Kind) {
    switch kind {
    case .symbol(let symbol):
      if let logical = Logical(rawValue: symbol.rawValue) {
        self = .logical(logical)
      } else if let comparison = ComparisonOperator(rawValue: symbol.rawValue) {
        self = .comparison(comparison)
      } else if let arithmetic = Arithmetic(rawValue: symbol.rawValue) {
        self = .arithmetic(arithmetic)
      } else {
        return nil
      }
    case .name("in"): self = .membership
    case .name, .int, .double, .string, .end: return nil
    }
  }

  /// How tightly it binds, from 1.
  var rank: Int {
    switch self {
    case .logical(.or): 1
    case .logical(.and): 2
    case .comparison, .membership: 3
    case .arithmetic(.add), .arithmetic(.subtract): 4
    case .arithmetic: 5
    }
  }

  /// It, applied to two operands.
  func form(_ left: Node, _ right: Node) -> Node.Form {
    switch self {
    case .logical(let logical): .logical(logical, left, right)
    case .comparison(let comparison): .comparison(comparison, left, right)
    case .membership: .membership(left, right)
    case .arithmetic(let arithmetic): .arithmetic(arithmetic, left, right)
    }
  }
}
