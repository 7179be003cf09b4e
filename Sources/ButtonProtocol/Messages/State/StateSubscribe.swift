package import ButtonModel

package struct StateSubscribeRequest: Request, Hashable {
  package typealias Response = StateSubscribeResponse
  package static let method = Method(
    "state.subscribe", for: .read, "Subscribes to state; without keys and under to all.",
    notifies: StateChangedNotification.self)

  package var keys: [UTF8String]?
  package var under: UTF8String?
  package var since: RevisionMark?

  package init() {}

  package init(
    keys: [UTF8String]? = nil, under: UTF8String? = nil, since: RevisionMark? = nil
  ) {
    self.keys = keys
    self.under = under
    self.since = since
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.keys(&keys, under: &under)
    try fields.optional("since", &since)
  }

  package var spec: StateSubscriptionSpec { StateSubscriptionSpec(keys: keys, under: under) }
}

package struct StateSubscribeResponse: Message, Hashable {
  package var subscription = ""
  package var snapshot = false
  package var epoch = ""
  package var revision: UInt64 = 0
  package var values = StateMembers()
  package var removed: [UTF8String] = []
  package var lost: [UTF8String] = []
  package var errors: ErrorMembers?
  package var more = false

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.subscription, &subscription, as: .subscription)
    try fields.required(
      .snapshot, &snapshot, "The values are all there is, not only what changed since.")
    try fields.required(.epoch, &epoch, as: .epoch)
    try fields.required(.revision, &revision, as: .revision)
    try fields.required(.values, &values)
    try fields.required(.removed, &removed, as: .keyNames)
    try fields.lost(&lost)
    try fields.optional(.errors, &errors, "Of derived keys that have no value.")
    try fields.flag(.more, &more, "Further parts follow as `state.changed`.")
  }
}

package struct StateChangedNotification: Notification, Hashable {
  package static let method: StaticString = "state.changed"
  package static let summary: StaticString =
    "What changed in the state that a subscription covers, at most once a tick."

  package var subscription = ""
  package var revision: UInt64 = 0
  package var values = StateMembers()
  package var removed: [UTF8String] = []
  package var lost: [UTF8String] = []
  package var errors: ErrorMembers?
  package var more = false

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.subscription, &subscription, as: .subscription)
    try fields.required(.revision, &revision, as: .revision)
    try fields.required(.values, &values)
    try fields.required(.removed, &removed, as: .keyNames)
    try fields.lost(&lost)
    try fields.optional(.errors, &errors, "Of derived keys that have no value.")
    try fields.flag(.more, &more, "Further parts of the same follow.")
  }
}
