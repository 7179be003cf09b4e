/// The value of a state key: any JSON value, kept exactly.
///
/// Integers keep 64 bits and differ from the float of the same size. Floats compare by their bits.
/// Arrays and objects are canonical JSON text (sorted names, no white space), so equal values have
/// equal bytes.
public enum StateValue: Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case string(UTF8String)
  /// An array or an object, canonical.
  case json(UTF8String)
}

extension StateValue: Hashable {
  @inlinable
  public static func == (a: StateValue, b: StateValue) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let x), .bool(let y)): x == y
    case (.int(let x), .int(let y)): x == y
    case (.double(let x), .double(let y)): x.bitPattern == y.bitPattern
    case (.string(let x), .string(let y)): x == y
    case (.json(let x), .json(let y)): x == y
    case (.null, _), (.bool, _), (.int, _), (.double, _), (.string, _), (.json, _): false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .int(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value.bitPattern)
    case .string(let value): hasher.combine(value)
    case .json(let value): hasher.combine(value)
    }
  }
}
