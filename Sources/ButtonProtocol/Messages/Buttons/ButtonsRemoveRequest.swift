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
