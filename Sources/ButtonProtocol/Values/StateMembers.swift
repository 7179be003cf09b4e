package import ButtonModel
package import JSONRPC

/// State keys and their values, as an object in messages.
package struct StateMembers: Hashable, Sendable, FieldValue {
  package static var schema: Schema {
    .named(
      "Values", "Keys and their values.",
      .json(
        """
        {"type":"object","propertyNames":{"$ref":"StateKey"},"additionalProperties":{}}
        """))
  }

  /// One key and its value.
  package struct Member: Hashable, Sendable {
    package var key: UTF8String
    package var value: StateValue

    package init(key: UTF8String, value: StateValue) {
      self.key = key
      self.value = value
    }
  }

  /// In the order of the message.
  package var members: [Member]

  package init(_ members: [Member] = []) { self.members = members }

  /// The value of a key; of several the last.
  package subscript(key: UTF8String) -> StateValue? {
    members.last { $0.key == key }?.value
  }

  package init(json: JSONElement) throws(ProtocolError) {
    guard json.isObject else { throw .wrongType(json, expected: "an object") }
    members = []
    members.reserveCapacity(json.count)
    for (key, value) in json.members {
      do throws(ProtocolError) {
        guard StateKey.isValid(key.bytes) else { throw ProtocolError.invalidKey(key.string) }
        members.append(
          Member(key: UTF8String(copying: key.bytes), value: try StateValue(json: value)))
      } catch {
        throw error.under(key.string)
      }
    }
  }

  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    for member in members {
      writer.key(member.key)
      member.value.write(into: &writer)
    }
    writer.endObject()
  }
}
