package import ButtonModel
package import JSONRPC

extension StateValue: JSONDecodable, JSONEncodable {
  /// The value of any JSON; arrays and objects become canonical text.
  package init(json: JSONElement) throws(ProtocolError) {
    switch json.kind {
    case .null: self = .null
    case .bool: self = .bool(json.bool == true)
    case .integer: self = .int(json.int ?? 0)
    case .double: self = .double(json.double ?? 0)
    case .string: self = .string(try UTF8String(json: json))
    case .outOfRangeInteger: throw .outOfRange()
    case .array, .object: self = .json(try UTF8String(canonical: json))
    }
  }

  package func write(into writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .int(let value): writer.int(value)
    case .double(let value): writer.double(value)
    case .string(let text): writer.string(text)
    case .json(let text): text.bytes.withUnsafeBytes { writer.value(raw: $0) }
    }
  }
}

extension UTF8String {
  /// The canonical text of a value.
  package init(canonical json: JSONElement) throws(ProtocolError) {
    var writer = JSONWriter()
    do {
      try writer.canonical(json)
    } catch {
      let path = error.path
      throw .outOfRange(path: path.hasPrefix(".") ? String(path.dropFirst()) : path)
    }
    self.init(copying: writer.bytes)
  }
}
