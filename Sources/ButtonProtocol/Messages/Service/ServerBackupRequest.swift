package import JSONRPC

/// Asks the daemon for a backup of everything that it keeps.
package struct ServerBackupRequest: Request, Hashable {
  package typealias Response = ServerBackupResponse
  package static let method: StaticString = "server.backup"

  package init() {}

  package init(_ members: Members) throws(ProtocolError) {}

  package func writeMembers(into writer: inout JSONWriter) {}
}
