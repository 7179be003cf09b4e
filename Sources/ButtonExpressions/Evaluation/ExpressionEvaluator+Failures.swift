extension ExpressionEvaluator {
  /// Counts bytes read or made.
  @inline(__always)
  mutating func charge(_ bytes: Int) { work &+= bytes }

  /// Evaluation ends after this instruction.
  @inline(__always)
  var isOverBudget: Bool { work >= allowance }

  /// Creates a failure at the current instruction.
  func failure(
    _ reason: ExpressionFailure.Reason, _ first: Value = .null, _ second: Value = .null,
    argument: UInt8 = 0
  ) -> ExpressionFailure {
    ExpressionFailure(
      reason: reason, first: first.kind ?? .null, second: second.kind ?? .null,
      argument: argument, place: place)
  }

  func fail(
    _ reason: ExpressionFailure.Reason, _ first: Value = .null, _ second: Value = .null,
    argument: UInt8 = 0
  ) -> Value {
    .failure(failure(reason, first, second, argument: argument))
  }

  /// The value for operands that an operator does not take: the first failure among them, otherwise
  /// that their types are wrong.
  func refuse(_ first: Value, _ second: Value = .null) -> Value {
    if case .failure = first { return first }
    if case .failure = second { return second }
    return fail(.wrongType, first, second)
  }
}
