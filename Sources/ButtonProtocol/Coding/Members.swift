import ButtonModel
package import JSONRPC

/// The members of a request's params, of a result, or of an object inside them. Null counts as
/// absent; members that nobody asks for are ignored.
package struct Members {
  /// Nil stands for an object without members.
  package let object: JSONElement?

  package init(_ object: JSONElement?) { self.object = object }

  package init(of value: JSONElement) throws(ProtocolError) {
    guard value.isObject else { throw .wrongType(value, expected: "an object") }
    object = value
  }

  /// Nil when it is absent or null.
  package func value(_ name: StaticString) -> JSONElement? {
    guard let value = object?.member(name), !value.isNull else { return nil }
    return value
  }

  package func optional<Value: JSONDecodable>(
    _ name: StaticString, as type: Value.Type = Value.self
  ) throws(ProtocolError) -> Value? {
    guard let value = value(name) else { return nil }
    do { return try Value(json: value) } catch { throw error.under("\(name)") }
  }

  package func optional<Value: JSONDecodable>(
    _ name: StaticString, default: Value
  ) throws(ProtocolError) -> Value {
    try optional(name) ?? `default`
  }

  package func required<Value: JSONDecodable>(
    _ name: StaticString, as type: Value.Type = Value.self
  ) throws(ProtocolError) -> Value {
    guard let value: Value = try optional(name) else {
      throw .invalidParams("\(name) is missing", path: "\(name)")
    }
    return value
  }
}
