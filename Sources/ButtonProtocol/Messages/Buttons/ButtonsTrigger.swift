package import JSONRPC

/// Performs a button's action, as a keyboard or a keypad would.
package struct ButtonsTriggerRequest: Request, Hashable {
  package typealias Response = ButtonsTriggerResponse
  package static let method: StaticString = "buttons.trigger"

  package var id: String
  package var wait: Wait?

  package init(id: String, wait: Wait? = nil) {
    self.id = id
    self.wait = wait
  }

  package init(_ members: Members) throws(ProtocolError) {
    id = try members.required("id")
    wait = try members.optional("wait")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("id", id)
    writer.member("wait", ifPresent: wait)
  }
}

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
