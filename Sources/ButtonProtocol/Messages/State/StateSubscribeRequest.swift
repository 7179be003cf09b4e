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
