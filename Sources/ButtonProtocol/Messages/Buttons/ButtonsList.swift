package import JSONRPC

/// Asks which buttons there are, in order of their ids.
package struct ButtonsListRequest: Request, Hashable {
  package typealias Response = ButtonsListResponse
  package static let method: StaticString = "buttons.list"

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

/// Which buttons there are.
package struct ButtonsListResponse: Message, Hashable {
  package var buttons: [ButtonListing]
  /// Where to go on: the `after` of the next request.
  package var next: String?

  package init(buttons: [ButtonListing], next: String? = nil) {
    self.buttons = buttons
    self.next = next
  }

  package init(_ members: Members) throws(ProtocolError) {
    buttons = try members.required("buttons")
    next = try members.optional("next")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("buttons", buttons)
    writer.member("next", ifPresent: next)
  }
}
