package import ButtonModel
package import JSONRPC

/// Asks how buttons are defined, in order of their ids.
package struct ButtonsDefinitionsRequest: Request, Hashable {
  package typealias Response = ButtonsDefinitionsResponse
  package static let method: StaticString = "buttons.definitions"

  /// All buttons without it.
  package var match: Match?
  /// The most buttons in the answer.
  package var limit: Int?
  /// Begin behind this id.
  package var after: String?

  package init(match: Match? = nil, limit: Int? = nil, after: String? = nil) {
    self.match = match
    self.limit = limit
    self.after = after
  }

  package init(_ members: Members) throws(ProtocolError) {
    match = try members.optional("match")
    limit = try members.limit()
    after = try members.optional("after")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("match", ifPresent: match)
    writer.member("limit", ifPresent: limit)
    writer.member("after", ifPresent: after)
  }
}

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
