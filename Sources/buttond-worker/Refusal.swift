import CButtonPlugin
import Glibc
import PluginChannel

/// Why a plugin's call is refused, as the header's statuses.
enum Refusal: Error {
  case invalid, type, unknownKey, range, limit, denied, state

  var status: btn_status {
    switch self {
    case .invalid: BTN_E_INVALID
    case .type: BTN_E_TYPE
    case .unknownKey: BTN_E_UNKNOWN_KEY
    case .range: BTN_E_RANGE
    case .limit: BTN_E_LIMIT
    case .denied: BTN_E_DENIED
    case .state: BTN_E_STATE
    }
  }
}

extension btn_value {
  static var null: btn_value {
    var value = btn_value()
    value.type = BTN_T_NULL
    return value
  }

  init(bool: Bool) {
    self.init()
    type = BTN_T_BOOL
    self.as.i = bool ? 1 : 0
  }

  init(int: Int64) {
    self.init()
    type = BTN_T_INT
    self.as.i = int
  }

  /// Must be finite.
  init(float: Double) {
    self.init()
    type = BTN_T_FLOAT
    self.as.f = float
  }

  /// 0xRRGGBBAA.
  init(rgba: UInt32) {
    self.init()
    type = BTN_T_COLOR
    self.as.rgba = rgba
  }

  /// The text must stay where it is until the pass ends.
  init(text: UnsafeRawBufferPointer, type: btn_type = BTN_T_STRING) {
    self.init()
    self.type = type
    len = UInt32(text.count)
    self.as.s = text.baseAddress?.assumingMemoryBound(to: CChar.self)
  }

  init(literal: StaticString) {
    self.init(
      text: UnsafeRawBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  /// The checked bytes of a plugin's text.
  func text() throws(Refusal) -> UnsafeRawBufferPointer {
    if len == 0 { return UnsafeRawBufferPointer(start: nil, count: 0) }
    guard let start = self.as.s else { throw .invalid }
    guard len <= ChannelLimits.bytesPerString else { throw .limit }
    let text = UnsafeRawBufferPointer(start: start, count: Int(len))
    guard isValidUTF8(text) else { throw .invalid }
    return text
  }
}

extension UnsafeRawBufferPointer {
  func isEqual(to other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let a = baseAddress, let b = other.baseAddress else { return true }
    return memcmp(a, b, count) == 0
  }
}
