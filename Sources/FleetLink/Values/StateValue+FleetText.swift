package import ButtonModel
import ButtonProtocol
package import JSONRPC

extension StateValue {
  /// As the fleet stores it: canonical JSON in one line.
  package var fleetText: UTF8String {
    switch self {
    case .json(let text): return text
    case .null, .bool, .int, .double, .string:
      var writer = JSONWriter(minimumCapacity: 32)
      write(into: &writer)
      return UTF8String(copying: writer.bytes)
    }
  }

  /// The length of ``fleetText``.
  var fleetBytes: Int {
    switch self {
    case .json(let text): text.bytes.count
    case .string(let text): text.bytes.withUnsafeBytes { JSONWriter.stringBytes($0) }
    case .null, .bool, .int, .double: fleetText.bytes.count
    }
  }

  /// Nil if the text is not JSON, or has a number out of range. The engine writes floats with 17
  /// digits, which read back exactly.
  package init?(fleetText text: UnsafeRawBufferPointer, with parser: JSONParser) {
    guard let element = try? parser.parse(copying: text),
      let value = try? StateValue(json: element)
    else { return nil }
    self = value
  }
}
