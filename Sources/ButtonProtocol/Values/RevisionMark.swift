/// A revision of one daemon run, from which a client resumes.
package struct RevisionMark: WireObject, Hashable {
  package static var schema: Schema {
    .named(
      "RevisionMark", "From where a subscription to state goes on.", .table(Self.self))
  }

  package var epoch = ""
  package var revision: UInt64 = 0

  package init() {}

  package init(epoch: String, revision: UInt64) {
    self.epoch = epoch
    self.revision = revision
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.epoch, &epoch, as: .epoch)
    try fields.required(.revision, &revision, as: .revision)
  }
}
