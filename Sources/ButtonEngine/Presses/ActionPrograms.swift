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

  /// What decides whether the action is performed; nil if it always is.
  let condition: Program?
  /// One for each operation of the action, in order.
  let operations: [Operation]

  init(condition: Program?, operations: [Operation]) {
    self.condition = condition
    self.operations = operations
  }

  /// All programs; what occurs twice is there twice.
  var all: [Program] {
    ([condition] + operations.flatMap { [$0.condition, $0.argument] }).compactMap(\.self)
  }
}
