package import ButtonModel
import ButtonProtocol
import JSONRPC

/// What a payload is read as.
package enum PayloadFormat: String, Hashable, Sendable, CaseIterable {
  case json
  case number
  case bool
  case text
}

/// How a value is written as a payload.
package enum PayloadStyle: String, Hashable, Sendable, CaseIterable {
  /// Texts without quotes, all else as JSON.
  case text
  case json
  /// Booleans as ON and OFF, as Home Assistant has them, all else as `text`.
  case onOff

  /// Empty without a value, which removes a retained message.
  package func payload(_ value: StateValue?) -> [UInt8] {
    switch (self, value) {
    case (_, nil): return []
    case (.text, .string(let text)?), (.onOff, .string(let text)?): return text.bytes
    case (.onOff, .bool(let isOn)?): return Array((isOn ? "ON" : "OFF").utf8)
    case (.text, let value?), (.json, let value?), (.onOff, let value?):
      var writer = JSONWriter()
      value.write(into: &writer)
      return [UInt8](writer.bytes)
    }
  }
}
