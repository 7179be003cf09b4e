package struct GroupsRemoveRequest: Request, Hashable {
  package typealias Response = GroupsRemoveResponse
  package static let method = Method(
    "groups.remove", for: .write,
    "Removes groups, not their buttons; unknown ids are skipped.", errors: .change)

  package var ids: [String] = []
  package var wait: Wait?

  package init() {}

  package init(ids: [String], wait: Wait? = nil) {
    self.ids = ids
    self.wait = wait
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("ids", &ids)
    try fields.optional(.wait, &wait)
  }
}

package struct GroupsRemoveResponse: Message, Hashable {
  package var revision: UInt64 = 0
  package var removed: [String] = []

  package init() {}

  package init(revision: UInt64, removed: [String]) {
    self.revision = revision
    self.removed = removed
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.revision, &revision, as: .revision)
    try fields.required(.removed, &removed)
  }
}
