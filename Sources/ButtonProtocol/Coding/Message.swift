package import JSONRPC

/// An object that travels as the params or the result of a message.
package protocol Message: JSONEncodable, Sendable {
  /// Reads the members; those it does not know are ignored.
  init(_ members: Members) throws(ProtocolError)

  /// Appends the members, without the braces around them.
  func writeMembers(into writer: inout JSONWriter)
}

extension Message {
  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(into: &writer)
    writer.endObject()
  }

  /// Reads a result, or the params of a notification.
  package init(json: JSONElement) throws(ProtocolError) { try self.init(try Members(of: json)) }

  /// Reads the params of a request; error paths begin with `params`.
  package init(params: JSONElement?) throws(ProtocolError) {
    do { try self.init(Members(params)) } catch { throw error.under("params") }
  }
}

/// What a client asks.
package protocol Request: Message {
  associatedtype Response: Message
  static var method: StaticString { get }
}

/// What the daemon says without being asked.
package protocol Notification: Message {
  static var method: StaticString { get }
}
