/// An int or a double, compared by value; beside a double, an int is converted first, as in CEL.
enum Number {
  case int(Int64)
  case double(Double)

  init?(_ value: Value) {
    switch value {
    case .int(let number): self = .int(number)
    case .double(let number): self = .double(number)
    case .null, .bool, .string, .list, .map, .failure: return nil
    }
  }

  var value: Value {
    switch self {
    case .int(let number): .int(number)
    case .double(let number): .double(number)
    }
  }

  /// Negative, 0 or positive; nil for NaN.
  func order(to other: Number) -> Int? {
    switch (self, other) {
    case (.int(let a), .int(let b)): a == b ? 0 : a < b ? -1 : 1
    case (.double(let a), .double(let b)): a.isNaN || b.isNaN ? nil : a == b ? 0 : a < b ? -1 : 1
    case (.int(let a), .double(let b)): Number.double(Double(a)).order(to: .double(b))
    case (.double, .int(let b)): order(to: .double(Double(b)))
    }
  }
}
