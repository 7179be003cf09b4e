package import ButtonModel
package import JSONRPC

extension StateValue: FieldValue {
  package static var schema: Schema { .any }

  /// Arrays and objects become canonical text.
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

extension StateValue {
  /// The length of a number, `true`, `false` or `null`, in bytes.
  private static let longestWord = 32

  /// As the daemon writes it.
  package func isLongerAsJSON(than limit: Int) -> Bool {
    switch self {
    case .json(let text): return text.bytes.count > limit
    case .string(let text):
      if text.bytes.count * JSONWriter.longestEscape + 2 <= limit { return false }
      return text.bytes.withUnsafeBytes { JSONWriter.stringBytes($0) } > limit
    case .null, .bool, .int, .double:
      if limit >= StateValue.longestWord { return false }
      var writer = JSONWriter()
      write(into: &writer)
      return writer.count > limit
    }
  }
}

extension UTF8String {
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
