package struct StateDeriveRequest: Request, Hashable {
  package typealias Response = StateDeriveResponse
  package static let method = Method(
    "state.derive", for: .write, "Derives keys from other keys by expressions, all or nothing.",
    errors: .change)

  package var keys = DerivationMembers()
  package var wait: Wait?

  package init() {}

  package init(keys: DerivationMembers, wait: Wait? = nil) {
    self.keys = keys
    self.wait = wait
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("keys", &keys)
    try fields.optional(.wait, &wait)
  }
}

package struct StateDeriveResponse: Message, Hashable {
  package var revision: UInt64 = 0
  package var values = StateMembers()
  package var errors: ErrorMembers?

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.revision, &revision, as: .revision)
    try fields.required(.values, &values, "Of the keys that are derived and have one.")
    try fields.optional(.errors, &errors, "Of the keys that are derived and have no value.")
  }
}
