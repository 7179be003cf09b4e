package import JSONRPC

/// Removes buttons; ids that no button has are skipped.
package struct ButtonsRemoveRequest: Request, Hashable {
  package typealias Response = ButtonsRemoveResponse
  package static let method: StaticString = "buttons.remove"

  package var ids: [String]
  package var wait: Wait?

  package init(ids: [String], wait: Wait? = nil) {
    self.ids = ids
    self.wait = wait
  }

  package init(_ members: Members) throws(ProtocolError) {
    ids = try members.required("ids")
    wait = try members.optional("wait")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("ids", ids)
    writer.member("wait", ifPresent: wait)
  }
}

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
