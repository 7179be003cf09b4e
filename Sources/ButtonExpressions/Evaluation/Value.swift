internal import ButtonModel

/// A value while it is worked with; a failure is one too, until an operator absorbs it.
enum Value {
  case null
  case bool(Bool)
  case int(Int64)
  /// Also infinite or not a number, which only a result and a part of a list must not be.
  case double(Double)
  case string(Text)
  /// Canonical JSON.
  case list(Text)
  /// Canonical JSON.
  case map(Text)
  case failure(ExpressionFailure)

  /// A value of the state.
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

  /// Its type; nil for a failure.
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

  /// Why there is no value; nil where there is one.
  var failure: ExpressionFailure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
