import ButtonExpressions

/// The compiled expressions of one button's action.
final class ActionPrograms {
  /// A program, or why its text is invalid.
  typealias Program = Result<Derivation, ExpressionError>

  struct Operation {
    let condition: Program?
    let argument: Program?
  }

  /// The condition of the whole action; nil without one.
  let condition: Program?
  /// In the order of the action's operations.
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
