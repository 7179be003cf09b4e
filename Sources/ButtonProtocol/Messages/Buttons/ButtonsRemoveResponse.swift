package import JSONRPC

/// The buttons that were removed.
package struct ButtonsRemoveResponse: Message, Hashable {
  package var revision: UInt64
  package var removed: [String]

  package init(revision: UInt64, removed: [String]) {
    self.revision = revision
    self.removed = removed
  }

  package init(_ members: Members) throws(ProtocolError) {
    revision = try members.required("revision")
    removed = try members.required("removed")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("revision", revision)
    writer.member("removed", removed)
  }
}
