package import JSONRPC

/// Asks for nothing but an answer.
package struct PingRequest: Request, Hashable {
  package typealias Response = EmptyResponse
  package static let method: StaticString = "ping"

  package init() {}

  package init(_ members: Members) throws(ProtocolError) {}

  package func writeMembers(into writer: inout JSONWriter) {}
}

/// It is done, and there is nothing to say about it.
package struct EmptyResponse: Message, Hashable {
  package init() {}

  package init(_ members: Members) throws(ProtocolError) {}

  package func writeMembers(into writer: inout JSONWriter) {}
}
