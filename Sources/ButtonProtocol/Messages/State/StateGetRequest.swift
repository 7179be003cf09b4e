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
