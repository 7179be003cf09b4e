internal import ButtonModel

extension ExpressionProgram {
  /// Describes a failure in words, with its place in the source.
  package func error(for failure: ExpressionFailure) -> ExpressionError {
    let place = Int(failure.place)
    let (code, message) = message(for: failure, at: self.code[place])
    return ExpressionError(code, at: Int(offsets[place]), in: source.bytes, message)
  }

  /// The slot of the absent key; nil for other failures.
  package func absentKey(in failure: ExpressionFailure) -> Int? {
    guard failure.reason == .absentKey, case .read(let slot) = code[Int(failure.place)] else {
      return nil
    }
    return Int(slot)
  }

  private func message(
    for failure: ExpressionFailure, at instruction: Instruction
  ) -> (ExpressionError.Code, String) {
    switch failure.reason {
    case .absentKey:
      let name = absentKey(in: failure).map { keys[$0].name.string } ?? ""
      return (.absentKey, "the key \(name) is absent")
    case .absentOptional:
      return (.absentMember, "this optional has no value; append .orValue(…)")
    case .absentMember:
      return (
        .absentMember,
        failure.first == .list
          ? "the list has no element at this index"
          : "the map has no member of this name; write .?name or [?…] for one that may be absent"
      )
    case .wrongType: return (.wrongType, wrongType(failure, at: instruction))
    case .overflow: return (.overflow, "the number is out of an int's range")
    case .divisionByZero: return (.divisionByZero, "an int is divided by zero")
    case .notFinite:
      return (.overflow, "the result is infinite or NaN and cannot be stored")
    case .duplicateName: return (.badArgument, "the map has a duplicate key")
    case .badFormat:
      return (
        .badArgument,
        "the format must have a verb such as %s, %d or %.2f for every value, and no other"
      )
    case .badNumber: return (.badArgument, "the text is not a number")
    case .numberTooLong:
      return (
        .badArgument,
        "the text has more than \(Text.maximumNumber) bytes, which no number needs"
      )
    case .badRange: return (.badArgument, "the text has no characters at these indexes")
    case .empty: return (.badArgument, "an empty list has no least or greatest number")
    case .overBudget: return (.overBudget, "the evaluation takes too many steps")
    case .resultTooLarge: return (.resultTooLarge, "the result has too many bytes or levels")
    }
  }

  private func wrongType(_ failure: ExpressionFailure, at instruction: Instruction) -> String {
    let first = failure.first.phrase
    let second = failure.second.phrase
    switch instruction {
    case .negate: return WrongType.negate(first)
    case .not: return WrongType.bool("'!'", first)
    case .arithmetic(let operation): return WrongType.arithmetic(operation, first, second)
    case .compare(let comparison): return WrongType.order(comparison, first, second)
    case .membership:
      return failure.second == .map ? WrongType.member(first) : WrongType.membership(first)
    case .index: return WrongType.index(first, second)
    case .branch: return WrongType.bool("the condition before '?'", first)
    case .logical(let logical): return WrongType.bool("'\(logical.rawValue)'", first)
    case .map: return WrongType.name(first)
    case .call(let function, _) where failure.argument == ExpressionFailure.element:
      return WrongType.element(function, first)
    case .call(let function, _):
      return WrongType.argument(function, Int(failure.argument), first)
    case .begin(let kind, _): return WrongType.range(kind, first)
    case .step(let kind, _, _): return WrongType.bool("the condition of \(kind.rawValue)", first)
    case .select: return WrongType.bool("the condition of map", first)
    case .format, .formattedHole: return "the format does not take \(first)"
    case .constant, .read, .lost, .variable, .present, .jump, .shortCut, .unlessAbsent, .list,
      .next, .hole, .join:
      preconditionFailure("\(instruction) takes values of every type")
    }
  }
}
