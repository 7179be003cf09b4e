package import ButtonModel
package import JSONRPC

/// How buttons are defined: what `buttons.define` takes.
package struct ButtonsDefinitionsResponse: Message, Hashable {
  package var revision: UInt64
  package var buttons: [ButtonDefinition]
  /// Where to go on: the `after` of the next request.
  package var next: String?

  package init(revision: UInt64, buttons: [ButtonDefinition], next: String? = nil) {
    self.revision = revision
    self.buttons = buttons
    self.next = next
  }

  package init(_ members: Members) throws(ProtocolError) {
    revision = try members.required("revision")
    buttons = try ButtonsDefineRequest(members).buttons
    next = try members.optional("next")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("revision", revision)
    writer.member("buttons", buttons)
    writer.member("next", ifPresent: next)
  }
}
