/// A type as which state and parameters can be read.
public protocol ReadableValue {
  /// The value as this type, nil when it is of another.
  init?(_ value: Value)
}

extension Bool: ReadableValue {
  public init?(_ value: Value) {
    guard case .bool(let bool) = value else { return nil }
    self = bool
  }
}

extension Int: ReadableValue {
  /// Takes integers, and floats without a fraction.
  public init?(_ value: Value) {
    switch value {
    case .int(let int): self = Int(int)
    case .float(let float):
      guard let int = Int(exactly: float) else { return nil }
      self = int
    case .null, .bool, .string, .rgba, .json: return nil
    }
  }
}

extension Double: ReadableValue {
  /// Takes floats and integers.
  public init?(_ value: Value) {
    switch value {
    case .int(let int): self = Double(int)
    case .float(let float): self = float
    case .null, .bool, .string, .rgba, .json: return nil
    }
  }
}

extension String: ReadableValue {
  /// Takes texts, and arrays and objects as JSON.
  public init?(_ value: Value) {
    switch value {
    case .string(let text), .json(let text): self = text
    case .null, .bool, .int, .float, .rgba: return nil
    }
  }
}

extension Color: ReadableValue {
  /// Takes colours, and texts that name one or write one as `#RRGGBB`.
  public init?(_ value: Value) {
    switch value {
    case .rgba(let rgba): self = .rgba(rgba)
    case .string(let text): self = .text(text)
    case .null, .bool, .int, .float, .json: return nil
    }
  }
}

extension Effect: ReadableValue {
  /// Takes texts that write an effect, for example `darker(0.25)`.
  public init?(_ value: Value) {
    guard case .string(let text) = value else { return nil }
    self.init(text: text)
  }
}
