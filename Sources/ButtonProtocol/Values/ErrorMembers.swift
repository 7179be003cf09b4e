package import ButtonModel
package import JSONRPC

/// Derived keys that have no value, and why, as an object in messages.
package struct ErrorMembers: Hashable, Sendable, FieldValue {
  package static var schema: Schema {
    .named(
      "ExpressionErrors", "Derived keys without a value, and why they have none.",
      .json(
        """
        {"type":"object","propertyNames":{"$ref":"StateKey"},\
        "additionalProperties":{"$ref":"ExpressionError"}}
        """))
  }

  /// One key and why it has no value.
  package struct Member: Hashable, Sendable {
    package let key: UTF8String
    package let error: ExpressionFault

    package init(key: UTF8String, error: ExpressionFault) {
      self.key = key
      self.error = error
    }
  }

  /// In the order of the message.
  package var members: [Member]

  package init(_ members: [Member] = []) { self.members = members }

  /// The error of a key.
  package subscript(key: UTF8String) -> ExpressionFault? {
    members.last { $0.key == key }?.error
  }

  package init(json: JSONElement) throws(ProtocolError) {
    guard json.isObject else { throw .wrongType(json, expected: "an object") }
    members = []
    for (key, value) in json.members {
      do throws(ProtocolError) {
        members.append(
          Member(key: UTF8String(copying: key.bytes), error: try ExpressionFault(json: value)))
      } catch {
        throw error.under(key.string)
      }
    }
  }

  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    for member in members {
      writer.key(member.key)
      member.error.write(into: &writer)
    }
    writer.endObject()
  }
}
