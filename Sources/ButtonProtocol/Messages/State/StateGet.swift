package import ButtonModel
package import JSONRPC

/// Asks for values; without keys and `under` for all of them.
package struct StateGetRequest: Request, Hashable {
  package typealias Response = StateGetResponse
  package static let method: StaticString = "state.get"

  package var keys: [UTF8String]?
  /// `a` means the key `a` and every key that starts with `a.`.
  package var under: UTF8String?
  /// The most keys in the answer.
  package var limit: Int?
  /// Begin behind this key.
  package var after: UTF8String?

  package init(
    keys: [UTF8String]? = nil, under: UTF8String? = nil, limit: Int? = nil,
    after: UTF8String? = nil
  ) {
    self.keys = keys
    self.under = under
    self.limit = limit
    self.after = after
  }

  package init(_ members: Members) throws(ProtocolError) {
    keys = try members.stateKeys()
    under = try members.optional("under", as: StateKeyName.self)?.text
    limit = try members.limit()
    after = try members.optional("after")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("keys", ifPresent: keys)
    writer.member("under", ifPresent: under)
    writer.member("limit", ifPresent: limit)
    writer.member("after", ifPresent: after)
  }

  /// Which keys are meant.
  package var spec: StateSubscriptionSpec { StateSubscriptionSpec(keys: keys, under: under) }
}

/// Values of state keys; absent keys are absent.
package struct StateGetResponse: Message, Hashable {
  package var revision: UInt64
  package var values: StateMembers
  /// Where to go on: the `after` of the next request.
  package var next: String?

  package init(revision: UInt64, values: StateMembers, next: String? = nil) {
    self.revision = revision
    self.values = values
    self.next = next
  }

  package init(_ members: Members) throws(ProtocolError) {
    revision = try members.required("revision")
    values = try members.required("values")
    next = try members.optional("next")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("revision", revision)
    writer.member("values", values)
    writer.member("next", ifPresent: next)
  }
}
