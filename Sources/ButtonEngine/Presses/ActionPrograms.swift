import ButtonExpressions

/// The compiled expressions of one button's action.
final class ActionPrograms {
  /// A program, or why its text is invalid.
  typealias Program = Result<Derivation, ExpressionError>

  /// The programs of one operation.
  struct Operation {
    let condition: Program?
    let argument: Program?
  }

  /// The condition of the whole action; nil if it has no condition.
  let condition: Program?
  /// One for each operation of the action, in order.
  let operations: [Operation]

  init(condition: Program?, operations: [Operation]) {
    self.condition = condition
    self.operations = operations
  }

  /// All programs, with repetitions.
  var all: [Program] {
    ([condition] + operations.flatMap { [$0.condition, $0.argument] }).compactMap(\.self)
  }
}
