/// `-x` and `!x`.
enum UnaryOperator: String, CaseIterable, Sendable {
  case negate = "-"
  case not = "!"
}

/// The operators that compute.
enum Arithmetic: String, CaseIterable, Sendable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"

  /// The types of which it takes two.
  var operands: KindSet {
    switch self {
    case .add: [.int, .double, .string, .list]
    case .subtract, .multiply, .divide: .number
    case .remainder: .int
    }
  }
}

/// The operators that compare.
enum ComparisonOperator: String, CaseIterable, Sendable {
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case equal = "=="
  case notEqual = "!="

  /// Whether it asks for an order.
  var isOrder: Bool { self != .equal && self != .notEqual }
}

/// `&&` and `||`.
enum Logical: String, CaseIterable, Sendable {
  case and = "&&"
  case or = "||"

  /// The operand that decides alone.
  var decisive: Bool { self == .or }
}

/// The macros that go through a list or the names of a map.
enum MacroKind: String, CaseIterable, Sendable {
  case all
  case exists
  case existsOne = "exists_one"
  case filter
  case map
}
