package import JSONRPC

/// Asks for an update of buttons that no tracked dependency covers.
package struct SetNeedsUpdateConfigurationRequest: Request, Hashable {
  package typealias Response = SetNeedsUpdateConfigurationResponse
  package static let method: StaticString = "buttons.setNeedsUpdateConfiguration"

  package var match: Match

  package init(match: Match) {
    self.match = match
  }

  package init(_ members: Members) throws(ProtocolError) {
    match = try members.required("match")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("match", match)
  }
}

/// How many buttons will be updated.
package struct SetNeedsUpdateConfigurationResponse: Message, Hashable {
  package var buttons: Int

  package init(buttons: Int) {
    self.buttons = buttons
  }

  package init(_ members: Members) throws(ProtocolError) {
    buttons = try members.required("buttons")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("buttons", buttons)
  }
}
