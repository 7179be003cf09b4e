package import ButtonModel

package struct LookRecord: WireObject, Hashable {
  package static var schema: Schema {
    .named(
      "Record", "A button's look; in delta form maybe what differs from the one before.",
      .table(Self.self))
  }

  package var id = ""
  package var appearance: AppearanceMembers?
  package var patch: AppearanceMembers?
  package var status: LookStatus?
  /// The text of an object.
  package var transaction: StateValue?
  package var revision: UInt64?

  package init() {}

  package init(
    id: String, appearance: AppearanceMembers? = nil, patch: AppearanceMembers? = nil,
    status: LookStatus? = nil, transaction: StateValue? = nil, revision: UInt64? = nil
  ) {
    self.id = id
    self.appearance = appearance
    self.patch = patch
    self.status = status
    self.transaction = transaction
    self.revision = revision
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.id, &id, as: .buttonID)
    try fields.optional(.appearance, &appearance, "The whole look, which replaces what is held.")
    try fields.optional(
      .patch, &patch, as: .described(.reference("AppearancePatch")),
      "What differs from the directly preceding look; null is back to the default.")
    try fields.optional(.status, &status, "Present only while something is wrong.")
    try fields.optional(.transaction, &transaction, as: .described(.reference("Transaction")))
    try fields.optional(
      .revision, &revision, as: .revision, "Of a slow plugin's look that is older than its frame.")
    fields.oneOf([.appearance], [.patch])
  }
}

package struct WholeLook: WireObject, Hashable {
  package static var schema: Schema {
    .named("Look", "A button's look, whole.", .table(Self.self))
  }

  package var id = ""
  package var appearance = AppearanceMembers()
  package var status: LookStatus?
  package var revision: UInt64?

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.id, &id, as: .buttonID)
    try fields.required(.appearance, &appearance)
    try fields.optional(.status, &status, "Present only while something is wrong.")
    try fields.optional(
      .revision, &revision, as: .revision, "Of a slow plugin's look that is older than the frame.")
  }
}
