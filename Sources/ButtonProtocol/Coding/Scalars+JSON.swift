package import ButtonModel
package import JSONRPC

extension Bool: FieldValue {
  package static var schema: Schema { .bool }

  package init(json: JSONElement) throws(ProtocolError) {
    guard let value = json.bool else { throw .wrongType(json, expected: "true or false") }
    self = value
  }

  package func write(into writer: inout JSONWriter) { writer.bool(self) }
}

/// Counts; messages have none below zero.
extension Int: FieldValue {
  package static var schema: Schema { .count }

  package init(json: JSONElement) throws(ProtocolError) {
    guard let value = json.int else { throw .wrongType(json, expected: "an integer") }
    self = Int(value)
  }

  package func write(into writer: inout JSONWriter) { writer.int(self) }
}

extension UInt64: FieldValue {
  package static var schema: Schema { .count }

  package init(json: JSONElement) throws(ProtocolError) {
    guard let value = json.int else { throw .wrongType(json, expected: "an integer") }
    guard value >= 0 else { throw .invalidParams("must not be negative, but is \(value)") }
    self = UInt64(value)
  }

  package func write(into writer: inout JSONWriter) { writer.int(self) }
}

extension Double: FieldValue {
  package static var schema: Schema { .number }

  package init(json: JSONElement) throws(ProtocolError) {
    guard let value = json.number else {
      if json.isOutOfRangeInteger { throw .outOfRange() }
      throw .wrongType(json, expected: "a number")
    }
    self = value
  }

  package func write(into writer: inout JSONWriter) { writer.double(self) }
}

extension String: FieldValue {
  package static var schema: Schema { .text }

  package init(json: JSONElement) throws(ProtocolError) {
    guard let value = json.string else { throw .wrongType(json, expected: "a string") }
    self = value
  }

  package func write(into writer: inout JSONWriter) { writer.string(self) }
}

extension UTF8String: FieldValue {
  package static var schema: Schema { .text }

  package init(json: JSONElement) throws(ProtocolError) {
    guard let value = json.text else { throw .wrongType(json, expected: "a string") }
    self.init(copying: value.bytes)
  }

  package func write(into writer: inout JSONWriter) { writer.string(self) }
}
