extension ExpressionEvaluator {
  func negated(_ value: Value) -> Value {
    switch value {
    case .int(let number): number == .min ? fail(.overflow) : .int(-number)
    case .double(let number): .double(-number)
    case .null, .bool, .string, .list, .map: refuse(value)
    case .failure: term(value)
    }
  }

  /// Marks the failure of an operand of '-'.
  private func term(_ value: Value) -> Value {
    guard case .failure(var failure) = value else { return value }
    failure.isTerm = true
    return .failure(failure)
  }

  func inverted(_ value: Value) -> Value {
    if case .bool(let bool) = value { .bool(!bool) } else { refuse(value) }
  }

  mutating func computed(_ operation: Arithmetic, _ left: Value, _ right: Value) -> Value {
    switch (left, right) {
    case (.int(let a), .int(let b)): return computed(operation, a, b)
    case (.double(let a), .double(let b)) where operation != .remainder:
      return .double(computed(operation, a, b))
    case (.int(let a), .double(let b)) where operation != .remainder:
      return .double(computed(operation, Double(a), b))
    case (.double(let a), .int(let b)) where operation != .remainder:
      return .double(computed(operation, a, Double(b)))
    case (.string(let a), .string(let b)) where operation == .add: return appended(a, b)
    case (.list(let a), .list(let b)) where operation == .add: return concatenated(a, b)
    default:
      let refusal = refuse(left, right)
      return operation == .subtract ? term(refusal) : refusal
    }
  }

  private func computed(_ operation: Arithmetic, _ a: Double, _ b: Double) -> Double {
    switch operation {
    case .add: a + b
    case .subtract: a - b
    case .multiply: a * b
    case .divide: a / b
    case .remainder: preconditionFailure("doubles have no remainder here")
    }
  }

  private func computed(_ operation: Arithmetic, _ a: Int64, _ b: Int64) -> Value {
    let result: (partialValue: Int64, overflow: Bool)
    switch operation {
    case .add: result = a.addingReportingOverflow(b)
    case .subtract: result = a.subtractingReportingOverflow(b)
    case .multiply: result = a.multipliedReportingOverflow(by: b)
    case .divide:
      if b == 0 { return fail(.divisionByZero) }
      result = a.dividedReportingOverflow(by: b)
    case .remainder:
      if b == 0 { return fail(.divisionByZero) }
      result = a.remainderReportingOverflow(dividingBy: b)
    }
    return result.overflow ? fail(.overflow) : .int(result.partialValue)
  }

  private mutating func appended(_ a: Text, _ b: Text) -> Value {
    charge(a.count + b.count)
    return .string(Text([UInt8](a.storage[a.range]) + b.storage[b.range]))
  }

  private mutating func concatenated(_ a: Text, _ b: Text) -> Value {
    if a.count == 2 { return .list(b) }
    if b.count == 2 { return .list(a) }
    charge(a.count + b.count)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(a.count + b.count - 1)
    bytes += a.storage[a.part(0..<a.count - 1).range]
    bytes.append(UInt8(ascii: ","))
    bytes += b.storage[b.part(1..<b.count).range]
    return .list(Text(bytes))
  }

  /// `x && y` and `x || y` if the left operand did not decide alone.
  func combined(_ logical: Logical, _ left: Value, _ right: Value) -> Value {
    if case .bool(logical.decisive) = right { return right }
    guard case .bool = left else { return refuse(left) }
    guard case .bool = right else { return refuse(right) }
    return left
  }

  /// The next instruction for `x ? y : z`; fails if the condition is not a bool.
  mutating func branch(_ next: Int, _ otherwise: UInt16, _ end: UInt16) -> Int {
    let condition = stack.pop()
    if case .bool(let isTrue) = condition { return isTrue ? next : Int(otherwise) }
    stack.push(refuse(condition))
    return Int(end)
  }

  func present(_ value: Value) -> Value {
    guard case .failure(let failure) = value else { return .bool(true) }
    return failure.reason.isAbsence || failure.reason == .absentMember ? .bool(false) : value
  }
}
