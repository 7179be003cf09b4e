internal import ButtonModel

/// A value during evaluation; a failure is one, too, until an operator absorbs it.
enum Value {
  case null
  case bool(Bool)
  case int(Int64)
  /// Infinity and NaN are allowed, but neither as a result nor in a list.
  case double(Double)
  case string(Text)
  /// Canonical JSON.
  case list(Text)
  /// Canonical JSON.
  case map(Text)
  case failure(ExpressionFailure)

  @inline(__always)
  init(_ value: StateValue) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(value)
    case .double(let value): self = .double(value)
    case .string(let text): self = .string(Text(text))
    case .json(let text):
      self = text.bytes.first == UInt8(ascii: "[") ? .list(Text(text)) : .map(Text(text))
    }
  }

  /// Nil for a failure.
  var kind: ValueKind? {
    switch self {
    case .null: .null
    case .bool: .bool
    case .int: .int
    case .double: .double
    case .string: .string
    case .list: .list
    case .map: .map
    case .failure: nil
    }
  }

  var failure: ExpressionFailure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
