package import ButtonModel
package import JSONRPC

/// Keys and what they are to be derived by, as an object in messages; null for a key that is to be
/// derived no more.
package struct DerivationMembers: Hashable, Sendable, FieldValue {
  package static var schema: Schema {
    .named(
      "Derivations", "Keys and what they are derived by; null ends that.",
      .json(
        """
        {"type":"object","propertyNames":{"$ref":"StateKey"},\
        "additionalProperties":{"oneOf":[{"$ref":"Expression"},{"type":"null"}]}}
        """))
  }

  /// One key and what it is derived by.
  package struct Member: Hashable, Sendable {
    package let key: UTF8String
    package let text: ExpressionText?

    package init(key: UTF8String, text: ExpressionText?) {
      self.key = key
      self.text = text
    }
  }

  /// In the order of the message; no key twice.
  package var members: [Member]

  package init(_ members: [Member] = []) { self.members = members }

  /// Of several members with one name the last counts.
  package init(json: JSONElement) throws(ProtocolError) {
    guard json.isObject else { throw .wrongType(json, expected: "an object") }
    members = []
    members.reserveCapacity(json.count)
    let places = LastPlaces(of: json)
    var index = 0
    for (key, value) in json.members {
      defer { index += 1 }
      guard places.isLast(key, at: index) else { continue }
      do throws(ProtocolError) {
        guard StateKey.isValid(key.bytes) else { throw ProtocolError.invalidKey(key.string) }
        members.append(
          Member(
            key: UTF8String(copying: key.bytes),
            text: value.isNull ? nil : try ExpressionText(json: value)))
      } catch {
        throw error.under(key.string)
      }
    }
  }

  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    for member in members {
      writer.key(member.key)
      if let text = member.text { text.write(into: &writer) } else { writer.null() }
    }
    writer.endObject()
  }
}
