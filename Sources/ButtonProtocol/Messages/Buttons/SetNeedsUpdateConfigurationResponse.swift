package import JSONRPC

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
