package import ButtonModel
package import JSONRPC

/// The beginning of a subscription to state.
package struct StateSubscribeResponse: Message, Hashable {
  package var subscription: String
  /// The values are all there is, not only what changed since.
  package var snapshot: Bool
  package var epoch: String
  package var revision: UInt64
  package var values: StateMembers
  package var removed: [UTF8String]
  /// Further parts follow as `state.changed`.
  package var more: Bool

  package init(
    subscription: String, snapshot: Bool, epoch: String, revision: UInt64, values: StateMembers,
    removed: [UTF8String], more: Bool = false
  ) {
    self.subscription = subscription
    self.snapshot = snapshot
    self.epoch = epoch
    self.revision = revision
    self.values = values
    self.removed = removed
    self.more = more
  }

  package init(_ members: Members) throws(ProtocolError) {
    subscription = try members.required("subscription")
    snapshot = try members.required("snapshot")
    epoch = try members.required("epoch")
    revision = try members.required("revision")
    values = try members.required("values")
    removed = try members.required("removed")
    more = try members.optional("more", default: false)
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("subscription", subscription)
    writer.member("snapshot", snapshot)
    writer.member("epoch", epoch)
    writer.member("revision", revision)
    writer.member("values", values)
    writer.member("removed", removed)
    if more { writer.member("more", true) }
  }
}
