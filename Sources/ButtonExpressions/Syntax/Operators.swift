enum UnaryOperator: String, CaseIterable, Sendable {
  case negate = "-"
  case not = "!"
}

enum Arithmetic: String, CaseIterable, Sendable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"

  /// The types that it takes two of.
  var operands: KindSet {
    switch self {
    case .add: [.int, .double, .string, .list]
    case .subtract, .multiply, .divide: .number
    case .remainder: .int
    }
  }
}

enum ComparisonOperator: String, CaseIterable, Sendable {
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case equal = "=="
  case notEqual = "!="

  var isOrder: Bool { self != .equal && self != .notEqual }
}

enum Logical: String, CaseIterable, Sendable {
  case and = "&&"
  case or = "||"

  /// The operand that decides alone.
  var decisive: Bool { self == .or }
}

/// Macros that iterate over a list or the names of a map.
enum MacroKind: String, CaseIterable, Sendable {
  case all
  case exists
  case existsOne = "exists_one"
  case filter
  case map
}
