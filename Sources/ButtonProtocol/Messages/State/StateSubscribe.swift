package import ButtonModel
package import JSONRPC

/// Subscribes to state; without keys and `under` to all of it.
package struct StateSubscribeRequest: Request, Hashable {
  package typealias Response = StateSubscribeResponse
  package static let method: StaticString = "state.subscribe"

  package var keys: [UTF8String]?
  /// `a` means the key `a` and every key that starts with `a.`.
  package var under: UTF8String?
  /// The revision up to which the client knows everything.
  package var since: RevisionMark?

  package init(
    keys: [UTF8String]? = nil, under: UTF8String? = nil, since: RevisionMark? = nil
  ) {
    self.keys = keys
    self.under = under
    self.since = since
  }

  package init(_ members: Members) throws(ProtocolError) {
    keys = try members.stateKeys()
    under = try members.optional("under", as: StateKeyName.self)?.text
    since = try members.optional("since")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("keys", ifPresent: keys)
    writer.member("under", ifPresent: under)
    writer.member("since", ifPresent: since)
  }

  /// Which keys are meant.
  package var spec: StateSubscriptionSpec { StateSubscriptionSpec(keys: keys, under: under) }
}

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
