package import ButtonModel

package struct StateDerivedRequest: Request, Hashable {
  package typealias Response = StateDerivedResponse
  package static let method = Method(
    "state.derived", for: .read, "Which keys are derived, by what, and what came of it.")

  package var keys: [UTF8String]?
  package var under: UTF8String?
  package var limit: Int?
  package var after: UTF8String?

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.keys(&keys, under: &under)
    try fields.page(&limit, &after)
  }

  package var spec: StateSubscriptionSpec { StateSubscriptionSpec(keys: keys, under: under) }
}

package struct StateDerivedResponse: Message, Hashable {
  package var revision: UInt64 = 0
  package var keys: [DerivedKeyListing] = []
  package var next: UTF8String?

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.revision, &revision, as: .revision)
    try fields.required("keys", &keys)
    try fields.next(&next)
  }
}

package struct DerivedKeyListing: WireObject, Hashable {
  package var key = UTF8String("")
  package var text = ExpressionText.expression(UTF8String(""))
  package var isFromFile = false
  package var reads: [UTF8String] = []
  package var steps = 0
  package var value: StateValue?
  package var error: ExpressionFault?

  package init() {}

  package init(
    key: UTF8String, text: ExpressionText, isFromFile: Bool, reads: [UTF8String], steps: Int,
    value: StateValue?, error: ExpressionFault?
  ) {
    self.key = key
    self.text = text
    self.isFromFile = isFromFile
    self.reads = reads
    self.steps = steps
    self.value = value
    self.error = error
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("key", &key, as: StateKeyForm())
    try fields.required("by", &text, "What it is derived by.")
    try fields.flag("isFromFile", &isFromFile, "The configuration defines it.")
    try fields.required("reads", &reads, as: .keyNames)
    try fields.required("steps", &steps, "What the last evaluation took.")
    try fields.optional("value", &value)
    try fields.optional("error", &error, "Why it has no value.")
  }
}
