package import ButtonModel
package import JSONRPC

/// State keys, each with a value, as an object in messages.
package struct KeyedMembers<Value: KeyedValue>: Hashable, Sendable, FieldValue {
  package struct Member: Hashable, Sendable {
    package var key: UTF8String
    package var value: Value

    package init(key: UTF8String, value: Value) {
      self.key = key
      self.value = value
    }
  }

  /// In the order of the message.
  package var members: [Member]

  package init(_ members: [Member] = []) { self.members = members }

  package static var schema: Schema { Value.membersSchema }

  /// The value of a key; of several, the last.
  package subscript(key: UTF8String) -> Value? {
    members.last { $0.key == key }?.value
  }

  package init(json: JSONElement) throws(ProtocolError) {
    guard json.isObject else { throw .wrongType(json, expected: "an object") }
    members = []
    members.reserveCapacity(json.count)
    let lastPlaces = Value.lastCounts ? LastPlaces(of: json) : nil
    var index = 0
    for (key, value) in json.members {
      defer { index += 1 }
      if let lastPlaces, !lastPlaces.isLast(key, at: index) { continue }
      do throws(ProtocolError) {
        guard StateKey.isValid(key.bytes) else { throw ProtocolError.invalidKey(key.string) }
        members.append(Member(key: UTF8String(copying: key.bytes), value: try Value(json: value)))
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

package protocol KeyedValue: JSONDecodable, JSONEncodable, Hashable, Sendable {
  /// The schema of the object with the keys.
  static var membersSchema: Schema { get }
  /// Whether the last of several equal names counts, and the others are skipped.
  static var lastCounts: Bool { get }
}

extension KeyedValue {
  package static var lastCounts: Bool { false }
}

package typealias StateMembers = KeyedMembers<StateValue>

extension StateValue: KeyedValue {
  package static var membersSchema: Schema {
    .named(
      "Values", "Keys and their values.",
      .json(
        """
        {"type":"object","propertyNames":{"$ref":"StateKey"},"additionalProperties":{}}
        """))
  }
}

package typealias ErrorMembers = KeyedMembers<ExpressionFault>

extension ExpressionFault: KeyedValue {
  package static var membersSchema: Schema {
    .named(
      "ExpressionErrors", "Derived keys without a value, and why they have none.",
      .json(
        """
        {"type":"object","propertyNames":{"$ref":"StateKey"},\
        "additionalProperties":{"$ref":"ExpressionError"}}
        """))
  }
}

/// Null ends a key's derivation.
package typealias DerivationMembers = KeyedMembers<ExpressionText?>

extension ExpressionText?: KeyedValue, JSONDecodable, JSONEncodable {
  package static var membersSchema: Schema {
    .named(
      "Derivations", "Keys and what they are derived by; null ends that.",
      .json(
        """
        {"type":"object","propertyNames":{"$ref":"StateKey"},\
        "additionalProperties":{"oneOf":[{"$ref":"Expression"},{"type":"null"}]}}
        """))
  }

  package static var lastCounts: Bool { true }

  package init(json: JSONElement) throws(ProtocolError) {
    self = json.isNull ? nil : try ExpressionText(json: json)
  }

  package func write(into writer: inout JSONWriter) {
    if let self { self.write(into: &writer) } else { writer.null() }
  }
}
