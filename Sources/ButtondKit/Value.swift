import CButtonPlugin

/// A value as it passes between plugin and host.
public enum Value: Hashable, Sendable {
  /// Nothing: a key that is there and holds null.
  case null
  /// Yes or no.
  case bool(Bool)
  /// A whole number.
  case int(Int64)
  /// Finite.
  case float(Double)
  /// A text; what is set has at most 4 KiB.
  case string(String)
  /// 0xRRGGBBAA.
  case rgba(UInt32)
  /// An array or object of the state as JSON text; it can only be read.
  case json(String)

  /// The value that the host gave, nil for a type of a later host.
  init?(_ value: btn_value) {
    switch value.type {
    case BTN_T_NULL: self = .null
    case BTN_T_BOOL: self = .bool(value.as.i != 0)
    case BTN_T_INT: self = .int(value.as.i)
    case BTN_T_FLOAT: self = .float(value.as.f)
    case BTN_T_STRING: self = .string(Value.text(value))
    case BTN_T_COLOR: self = .rgba(value.as.rgba)
    case BTN_T_JSON: self = .json(Value.text(value))
    default: return nil
    }
  }

  /// Calls a function with the value in the host's form, valid during the call.
  func withCValue<T>(_ body: (UnsafePointer<btn_value>) -> T) -> T {
    var value = btn_value()
    switch self {
    case .null: value.type = BTN_T_NULL
    case .bool(let bool):
      value.type = BTN_T_BOOL
      value.as.i = bool ? 1 : 0
    case .int(let int):
      value.type = BTN_T_INT
      value.as.i = int
    case .float(let float):
      value.type = BTN_T_FLOAT
      value.as.f = float
    case .rgba(let rgba):
      value.type = BTN_T_COLOR
      value.as.rgba = rgba
    case .string(var text), .json(var text):
      if case .json = self { value.type = BTN_T_JSON } else { value.type = BTN_T_STRING }
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { text in
          value.len = UInt32(text.count)
          value.as.s = text.baseAddress
          return body(&value)
        }
      }
    }
    return body(&value)
  }

  private static func text(_ value: btn_value) -> String {
    guard let start = value.as.s else { return "" }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(value.len))
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Value: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral
{
  /// `true` and `false` are flags.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// `3` is a whole number.
  public init(integerLiteral value: Int64) { self = .int(value) }
  /// `0.5` is a number with a fraction.
  public init(floatLiteral value: Double) { self = .float(value) }
  /// A literal in quotes is a text.
  public init(stringLiteral value: String) { self = .string(value) }
}
