package import ButtonModel

package struct GroupsListRequest: Request, Hashable {
  package typealias Response = GroupsListResponse
  package static let method = Method(
    "groups.list", for: .read, "Which groups are defined, by id, and how many buttons name them.")

  package var limit: Int?
  package var after: String?

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.page(&limit, &after)
  }
}

package struct GroupsListResponse: Message, Hashable {
  package var groups: [GroupListing] = []
  package var next: String?

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("groups", &groups)
    try fields.next(&next)
  }
}

package struct GroupListing: WireObject, Hashable {
  package var id = ""
  package var buttons = 0
  package var isFromFile = false

  package init() {}

  package init(id: String, buttons: Int, isFromFile: Bool) {
    self.id = id
    self.buttons = buttons
    self.isFromFile = isFromFile
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.id, &id, as: .described(.reference("GroupID")))
    try fields.required("buttons", &buttons, "How many buttons name it.")
    try fields.flag("isFromFile", &isFromFile, "The configuration defines it.")
  }
}

package struct GroupsGetRequest: Request, Hashable {
  package typealias Response = GroupsGetResponse
  package static let method = Method(
    "groups.get", for: .read, "How groups are defined, by id; unknown ids are skipped.")

  package var ids: [String]?
  package var limit: Int?
  package var after: String?

  package init() {}

  package init(ids: [String]?) { self.ids = ids }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.optional("ids", &ids, "All groups without it.")
    try fields.page(&limit, &after)
  }
}

/// Has what `groups.define` takes.
package struct GroupsGetResponse: Message, Hashable {
  package var revision: UInt64 = 0
  package var groups: [GroupDefinition] = []
  package var next: String?

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.revision, &revision, as: .revision)
    try fields.required("groups", &groups)
    try fields.next(&next)
  }
}
