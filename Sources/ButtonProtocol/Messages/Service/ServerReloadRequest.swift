package import JSONRPC

/// Asks the daemon to read its configuration again.
package struct ServerReloadRequest: Request, Hashable {
  package typealias Response = ServerReloadResponse
  package static let method: StaticString = "server.reload"

  package init() {}

  package init(_ members: Members) throws(ProtocolError) {}

  package func writeMembers(into writer: inout JSONWriter) {}
}
