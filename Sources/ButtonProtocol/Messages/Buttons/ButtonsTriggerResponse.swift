package import JSONRPC

/// The action was performed.
package struct ButtonsTriggerResponse: Message, Hashable {
  package var revision: UInt64

  package init(revision: UInt64) {
    self.revision = revision
  }

  package init(_ members: Members) throws(ProtocolError) {
    revision = try members.required("revision")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("revision", revision)
  }
}
