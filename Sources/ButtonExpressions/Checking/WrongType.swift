/// Messages for operands of a wrong type; shared by check and evaluation.
enum WrongType {
  static func negate(_ kind: String) -> String { "'-' takes a number, not \(kind)" }

  static func bool(_ place: String, _ kind: String) -> String {
    "\(place) takes a bool, not \(kind)"
  }

  static func arithmetic(_ operation: Arithmetic, _ first: String, _ second: String) -> String {
    let operands =
      switch operation {
      case .add: "two numbers, two strings or two lists"
      case .subtract, .multiply, .divide: "two numbers"
      case .remainder: "two ints"
      }
    let advice =
      operation == .add && (first == ValueKind.string.phrase || second == ValueKind.string.phrase)
      ? "; write string(…) around the other, or a template" : ""
    return "'\(operation.rawValue)' takes \(operands), not \(first) and \(second)\(advice)"
  }

  static func order(_ comparison: ComparisonOperator, _ first: String, _ second: String) -> String {
    "'\(comparison.rawValue)' takes two numbers, two strings or two bools, not \(first) and \(second)"
  }

  static func membership(_ kind: String) -> String {
    "'in' takes a list or a map on its right, not \(kind)"
  }

  /// Returns the message for `x in y`, if a map can never have `x`.
  static func member(_ element: String) -> String {
    "'in' looks for a name in a map, not for \(element)"
  }

  static func index(_ base: String, _ index: String) -> String {
    "a list is indexed by an int and a map by a string, not \(base) by \(index)"
  }

  static func name(_ kind: String) -> String { "the names in a map are strings, not \(kind)" }

  static func range(_ kind: MacroKind, _ found: String) -> String {
    "\(kind.rawValue) goes through a list or the names of a map, not through \(found)"
  }

  /// The receiver of a method counts as an argument.
  static func argument(_ function: Function, _ index: Int, _ kind: String) -> String {
    "\(function.name) takes \(function.signature.parameter(index).phrase), not \(kind)"
  }

  /// Something in a list, or of a format.
  static func element(_ function: Function, _ kind: String) -> String {
    switch function {
    case .format: "the format does not take \(kind)"
    case .join: "join takes a list of strings, and this one has \(kind)"
    default: "\(function.name) takes numbers, or one list of numbers, not \(kind)"
    }
  }
}
