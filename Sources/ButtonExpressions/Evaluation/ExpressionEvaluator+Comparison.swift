import Glibc

extension ExpressionEvaluator {
  @inline(__always)
  mutating func compared(_ comparison: ComparisonOperator, _ left: Value, _ right: Value) -> Value {
    if case .int(let a) = left, case .int(let b) = right {
      return .bool(comparison.holds(a == b ? 0 : a < b ? -1 : 1))
    }
    return comparedSlowly(comparison, left, right)
  }

  @inline(never)
  private mutating func comparedSlowly(
    _ comparison: ComparisonOperator, _ left: Value, _ right: Value
  ) -> Value {
    if case .failure = left { return left }
    if case .failure = right { return right }
    guard comparison.isOrder else {
      return .bool(isEqual(left, right) == (comparison == .equal))
    }
    switch (left, right) {
    case (.string(let a), .string(let b)):
      charge(min(a.count, b.count))
      return .bool(comparison.holds(Self.order(a, b)))
    case (.bool(let a), .bool(let b)):
      return .bool(comparison.holds((a ? 1 : 0) - (b ? 1 : 0)))
    default:
      guard let a = Number(left), let b = Number(right) else { return refuse(left, right) }
      // NaN has no order.
      return .bool(a.order(to: b).map { comparison.holds($0) } ?? false)
    }
  }

  /// Numbers, lists and maps are compared by value.
  mutating func isEqual(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): return true
    case (.bool(let a), .bool(let b)): return a == b
    case (.string(let a), .string(let b)):
      charge(min(a.count, b.count))
      return Self.order(a, b) == 0
    case (.list(let a), .list(let b)), (.map(let a), .map(let b)):
      charge(min(a.count, b.count))
      return Self.order(a, b) == 0 || areElementsEqual(a, b)
    default:
      guard let a = Number(left), let b = Number(right) else { return false }
      return a.order(to: b) == 0
    }
  }

  /// Compares two differently written lists or maps. Names are sorted and have one form each.
  private mutating func areElementsEqual(_ left: Text, _ right: Text) -> Bool {
    var lefts = JSONCursor(left)
    var rights = JSONCursor(right)
    while !isOverBudget {
      guard let a = lefts.next(&work) else { return rights.next(&work) == nil }
      guard let b = rights.next(&work) else { return false }
      let names = (Text(left.storage, a.name), Text(right.storage, b.name))
      guard Self.order(names.0, names.1) == 0,
        isEqual(
          JSONText.value(a.value, in: left.storage, &work),
          JSONText.value(b.value, in: right.storage, &work))
      else { return false }
      work &+= Work.step
    }
    return false
  }

  /// Compares bytes, which is the order of characters: negative, 0 or positive.
  static func order(_ a: Text, _ b: Text) -> Int {
    a.withBytes { a in
      b.withBytes { b in
        let shorter = min(a.count, b.count)
        if shorter > 0, let first = a.baseAddress, let second = b.baseAddress {
          let order = memcmp(first, second, shorter)
          if order != 0 { return Int(order) }
        }
        return a.count - b.count
      }
    }
  }
}

extension ComparisonOperator {
  /// `order` is negative, 0 or positive.
  @inline(__always)
  func holds(_ order: Int) -> Bool {
    switch self {
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    case .equal: order == 0
    case .notEqual: order != 0
    }
  }
}
