package import JSONRPC

/// An object on the wire: a message, or an object inside one.
package protocol WireObject: FieldValue, Sendable {
  /// An object whose fields are not read yet.
  init()

  /// Visits the fields in the order in which they are written; nothing else names them.
  mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure)
}

extension WireObject {
  package static var schema: Schema { .table(Self.self) }

  /// Members that are not fields are ignored.
  package init(json: JSONElement) throws(ProtocolError) { try self.init(Members(of: json)) }

  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(into: &writer)
    writer.endObject()
  }

  /// Appends the members, without the braces around them.
  package func writeMembers(into writer: inout JSONWriter) {
    var copy = self
    copy.visit(&writer)
  }

  fileprivate init(_ members: Members) throws(ProtocolError) {
    self.init()
    var members = members
    try visit(&members)
  }
}

/// An object that travels as the params or the result of a message.
package protocol Message: WireObject {}

extension Message {
  /// Error paths begin with `params`.
  package init(params: JSONElement?) throws(ProtocolError) {
    do { try self.init(Members(params)) } catch { throw error.under("params") }
  }
}

package protocol Request: Message {
  associatedtype Response: Message
  static var method: Method { get }
}

/// What the daemon sends unasked.
package protocol Notification: Message {
  static var method: StaticString { get }
  /// A sentence for the description of the protocol.
  static var summary: StaticString { get }
}
