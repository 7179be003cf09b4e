package import JSONRPC

/// It is done, and there is nothing to say about it.
package struct EmptyResponse: Message, Hashable {
  package init() {}

  package init(_ members: Members) throws(ProtocolError) {}

  package func writeMembers(into writer: inout JSONWriter) {}
}
