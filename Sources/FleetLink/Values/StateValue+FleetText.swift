package import ButtonModel
import ButtonProtocol
package import JSONRPC

extension StateValue {
  /// The value as the fleet stores it: canonical JSON in one line.
  package var fleetText: UTF8String {
    switch self {
    case .json(let text): return text
    case .null, .bool, .int, .double, .string:
      var writer = JSONWriter(minimumCapacity: 32)
      write(into: &writer)
      return UTF8String(copying: writer.bytes)
    }
  }

  /// How long that is.
  var fleetBytes: Int {
    switch self {
    case .json(let text): text.bytes.count
    case .string(let text): text.bytes.withUnsafeBytes { JSONWriter.stringBytes($0) }
    case .null, .bool, .int, .double: fleetText.bytes.count
    }
  }

  /// The value of a text from the fleet; nil if it is not JSON, or holds a number out of range. The
  /// engine writes floats with 17 digits; they are read to the same value.
  package init?(fleetText text: UnsafeRawBufferPointer, with parser: JSONParser) {
    guard let element = try? parser.parse(copying: text),
      let value = try? StateValue(json: element)
    else { return nil }
    self = value
  }
}
