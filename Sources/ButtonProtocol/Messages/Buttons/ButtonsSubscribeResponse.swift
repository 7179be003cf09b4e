package import JSONRPC

/// The beginning of a subscription to buttons.
package struct ButtonsSubscribeResponse: Message, Hashable {
  package var subscription: String
  package var epoch: String
  package var tick: UInt64
  package var revision: UInt64
  /// The records are all there are, not only what changed since.
  package var snapshot: Bool
  package var buttons: [LookRecord]
  package var removed: [String]
  /// Further parts follow as `buttons.updated`; draw when one comes without this.
  package var more: Bool

  package init(
    subscription: String, epoch: String, tick: UInt64, revision: UInt64, snapshot: Bool,
    buttons: [LookRecord], removed: [String], more: Bool = false
  ) {
    self.subscription = subscription
    self.epoch = epoch
    self.tick = tick
    self.revision = revision
    self.snapshot = snapshot
    self.buttons = buttons
    self.removed = removed
    self.more = more
  }

  package init(_ members: Members) throws(ProtocolError) {
    subscription = try members.required("subscription")
    epoch = try members.required("epoch")
    tick = try members.required("tick")
    revision = try members.required("revision")
    snapshot = try members.required("snapshot")
    buttons = try members.required("buttons")
    removed = try members.required("removed")
    more = try members.optional("more", default: false)
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("subscription", subscription)
    writer.member("epoch", epoch)
    writer.member("tick", tick)
    writer.member("revision", revision)
    writer.member("snapshot", snapshot)
    writer.member("buttons", buttons)
    writer.member("removed", removed)
    if more { writer.member("more", true) }
  }
}
