package import JSONRPC

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
