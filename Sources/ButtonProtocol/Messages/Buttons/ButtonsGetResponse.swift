package import JSONRPC

/// Looks of buttons.
package struct ButtonsGetResponse: Message, Hashable {
  package var epoch: String
  package var tick: UInt64
  package var revision: UInt64
  package var buttons: [LookRecord]
  /// Where to go on: the `after` of the next request.
  package var next: String?

  package init(
    epoch: String, tick: UInt64, revision: UInt64, buttons: [LookRecord], next: String? = nil
  ) {
    self.epoch = epoch
    self.tick = tick
    self.revision = revision
    self.buttons = buttons
    self.next = next
  }

  package init(_ members: Members) throws(ProtocolError) {
    epoch = try members.required("epoch")
    tick = try members.required("tick")
    revision = try members.required("revision")
    buttons = try members.required("buttons")
    next = try members.optional("next")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("epoch", epoch)
    writer.member("tick", tick)
    writer.member("revision", revision)
    writer.member("buttons", buttons)
    writer.member("next", ifPresent: next)
  }
}
