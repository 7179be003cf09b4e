package import JSONRPC

/// Asks the daemon for a backup of everything that it keeps.
package struct ServerBackupRequest: Request, Hashable {
  package typealias Response = ServerBackupResponse
  package static let method: StaticString = "server.backup"

  package init() {}

  package init(_ members: Members) throws(ProtocolError) {}

  package func writeMembers(into writer: inout JSONWriter) {}
}

/// A backup that was made.
package struct ServerBackupResponse: Message, Hashable {
  /// The file, in the daemon's state folder; the next backup takes its place.
  package var path: String
  /// The revision that it shows.
  package var revision: UInt64
  /// How long it is.
  package var bytes: Int

  package init(path: String, revision: UInt64, bytes: Int) {
    self.path = path
    self.revision = revision
    self.bytes = bytes
  }

  package init(_ members: Members) throws(ProtocolError) {
    path = try members.required("path")
    revision = try members.required("revision")
    bytes = try members.required("bytes")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("path", path)
    writer.member("revision", revision)
    writer.member("bytes", bytes)
  }
}
