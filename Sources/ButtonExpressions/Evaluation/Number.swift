/// An int or a double, compared by value without loss.
enum Number {
  case int(Int64)
  case double(Double)

  /// The number that a value is; nil for all else.
  init?(_ value: Value) {
    switch value {
    case .int(let number): self = .int(number)
    case .double(let number): self = .double(number)
    case .null, .bool, .string, .list, .map, .failure: return nil
    }
  }

  /// It as a value.
  var value: Value {
    switch self {
    case .int(let number): .int(number)
    case .double(let number): .double(number)
    }
  }

  /// Negative, 0 or positive; nil when one is not a number.
  func order(to other: Number) -> Int? {
    switch (self, other) {
    case (.int(let a), .int(let b)): a == b ? 0 : a < b ? -1 : 1
    case (.double(let a), .double(let b)): a.isNaN || b.isNaN ? nil : a == b ? 0 : a < b ? -1 : 1
    case (.int(let a), .double(let b)): Number.order(a, b)
    case (.double(let a), .int(let b)): Number.order(b, a).map { -$0 }
    }
  }

  /// An int that no double between them could stand for is compared with the double's whole part first.
  private static func order(_ int: Int64, _ double: Double) -> Int? {
    if double.isNaN { return nil }
    if double >= 0x1p63 { return -1 }
    if double < -0x1p63 { return 1 }
    let whole = Int64(double)
    if int != whole { return int < whole ? -1 : 1 }
    let fraction = double - double.rounded(.towardZero)
    return fraction == 0 ? 0 : fraction > 0 ? -1 : 1
  }
}
