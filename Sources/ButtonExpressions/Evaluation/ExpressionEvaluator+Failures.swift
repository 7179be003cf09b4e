extension ExpressionEvaluator {
  /// How many bytes are gone through or made for one step.
  static var bytesPerStep: Int { 32 }

  /// Counts the steps for bytes that are gone through or made.
  @inline(__always)
  mutating func charge(_ bytes: Int) { steps &+= bytes / Self.bytesPerStep }

  /// Whether the evaluation is over as soon as this instruction is.
  var isOverBudget: Bool { steps > budget }

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
