package import ButtonModel
package import JSONRPC

/// What changed in the state that a subscription covers, at most once a tick.
package struct StateChangedNotification: Notification, Hashable {
  package static let method: StaticString = "state.changed"

  package var subscription: String
  package var revision: UInt64
  package var values: StateMembers
  package var removed: [UTF8String]
  /// Further parts follow as `state.changed`.
  package var more: Bool

  package init(
    subscription: String, revision: UInt64, values: StateMembers, removed: [UTF8String],
    more: Bool = false
  ) {
    self.subscription = subscription
    self.revision = revision
    self.values = values
    self.removed = removed
    self.more = more
  }

  package init(_ members: Members) throws(ProtocolError) {
    subscription = try members.required("subscription")
    revision = try members.required("revision")
    values = try members.required("values")
    removed = try members.required("removed")
    more = try members.optional("more", default: false)
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("subscription", subscription)
    writer.member("revision", revision)
    writer.member("values", values)
    writer.member("removed", removed)
    if more { writer.member("more", true) }
  }
}
