package import JSONRPC

/// A frame: everything that changed in one tick among the buttons of a subscription.
package struct ButtonsUpdatedNotification: Notification, Hashable {
  package static let method: StaticString = "buttons.updated"

  package var subscription: String
  package var tick: UInt64
  package var revision: UInt64
  /// Drop everything held before.
  package var snapshot: Bool
  package var buttons: [LookRecord]
  package var removed: [String]
  /// Further parts follow; draw when one comes without this.
  package var more: Bool

  package init(
    subscription: String, tick: UInt64, revision: UInt64, snapshot: Bool = false,
    buttons: [LookRecord], removed: [String], more: Bool = false
  ) {
    self.subscription = subscription
    self.tick = tick
    self.revision = revision
    self.snapshot = snapshot
    self.buttons = buttons
    self.removed = removed
    self.more = more
  }

  package init(_ members: Members) throws(ProtocolError) {
    subscription = try members.required("subscription")
    tick = try members.required("tick")
    revision = try members.required("revision")
    snapshot = try members.optional("snapshot", default: false)
    buttons = try members.required("buttons")
    removed = try members.required("removed")
    more = try members.optional("more", default: false)
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("subscription", subscription)
    writer.member("tick", tick)
    writer.member("revision", revision)
    if snapshot { writer.member("snapshot", true) }
    writer.member("buttons", buttons)
    writer.member("removed", removed)
    if more { writer.member("more", true) }
  }
}
