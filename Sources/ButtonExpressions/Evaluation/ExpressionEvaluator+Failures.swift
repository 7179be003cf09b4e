extension ExpressionEvaluator {
  /// Counts bytes that are gone through or made.
  @inline(__always)
  mutating func charge(_ bytes: Int) { work &+= bytes }

  /// Whether the evaluation is over as soon as this instruction is.
  @inline(__always)
  var isOverBudget: Bool { work >= allowance }

  /// A failure at the instruction that is executed.
  func failure(
    _ reason: ExpressionFailure.Reason, _ first: Value = .null, _ second: Value = .null,
    argument: Int = 0
  ) -> ExpressionFailure {
    ExpressionFailure(
      reason: reason, first: first.kind ?? .null, second: second.kind ?? .null,
      argument: UInt8(truncatingIfNeeded: argument), place: place)
  }

  /// The same as a value.
  func fail(
    _ reason: ExpressionFailure.Reason, _ first: Value = .null, _ second: Value = .null,
    argument: Int = 0
  ) -> Value {
    .failure(failure(reason, first, second, argument: argument))
  }

  /// What comes of operands that an operator does not take: the failure of the first that is one, or
  /// that their types are wrong.
  func refuse(_ first: Value, _ second: Value = .null) -> Value {
    if case .failure = first { return first }
    if case .failure = second { return second }
    return fail(.wrongType, first, second)
  }
}
