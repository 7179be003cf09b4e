package import ButtonModel

package struct StateGetRequest: Request, Hashable {
  package typealias Response = StateGetResponse
  package static let method = Method(
    "state.get", for: .read, "Values of keys; without keys and under of all.")

  package var keys: [UTF8String]?
  package var under: UTF8String?
  package var limit: Int?
  package var after: UTF8String?

  package init() {}

  package init(
    keys: [UTF8String]? = nil, under: UTF8String? = nil, limit: Int? = nil,
    after: UTF8String? = nil
  ) {
    self.keys = keys
    self.under = under
    self.limit = limit
    self.after = after
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.keys(&keys, under: &under)
    try fields.page(&limit, &after)
  }

  package var spec: StateSubscriptionSpec { StateSubscriptionSpec(keys: keys, under: under) }
}

package struct StateGetResponse: Message, Hashable {
  package var revision: UInt64 = 0
  package var values = StateMembers()
  package var lost: [UTF8String] = []
  package var errors: ErrorMembers?
  package var next: String?

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.revision, &revision, as: .revision)
    try fields.required(.values, &values)
    try fields.lost(&lost)
    try fields.optional(.errors, &errors, "Of derived keys that have no value.")
    try fields.next(&next)
  }
}
