package import ButtonModel

package struct StateSetRequest: Request, Hashable {
  package typealias Response = StateSetResponse
  package static let method = Method(
    "state.set", for: .write, "Sets keys, all or nothing.",
    errors: [.conflict, .derivedKey] + .change)

  package var values = StateMembers()
  package var ifRevision: UInt64?
  package var wait: Wait?
  package var lease: UTF8String?
  package var silentAfterMs: Int?
  package var press: UInt64?

  package init() {}

  package init(
    values: StateMembers, ifRevision: UInt64? = nil, wait: Wait? = nil,
    lease: UTF8String? = nil, silentAfterMs: Int? = nil, press: UInt64? = nil
  ) {
    self.values = values
    self.ifRevision = ifRevision
    self.wait = wait
    self.lease = lease
    self.silentAfterMs = silentAfterMs
    self.press = press
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.values, &values)
    try fields.optional(
      .ifRevision, &ifRevision, as: .revision, "Nothing is applied if a key changed after it.")
    try fields.optional(.wait, &wait)
    try fields.lease(&lease, silentAfterMs: &silentAfterMs)
    try fields.optional("press", &press, as: .press, "The press that the change answers.")
  }
}

package struct StateSetResponse: Message, Hashable {
  package var revision: UInt64 = 0
  package var changed: [UTF8String] = []
  package var fleet: FleetMark?

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.revision, &revision, as: .revision)
    try fields.required(.changed, &changed, as: .keyNames)
    try fields.optional("fleet", &fleet, "Where keys are shared.")
  }
}
