package import ButtonModel

package struct GroupsDefineRequest: Request, Hashable {
  package typealias Response = GroupsDefineResponse
  package static let method = Method(
    "groups.define", for: .write,
    "Defines groups of buttons, all or nothing; one that exists is replaced.", errors: .change)

  package var groups: [GroupDefinition] = []
  package var wait: Wait?

  package init() {}

  package init(groups: [GroupDefinition], wait: Wait? = nil) {
    self.groups = groups
    self.wait = wait
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("groups", &groups)
    try fields.optional(.wait, &wait)
  }
}

package struct GroupsDefineResponse: Message, Hashable {
  package var revision: UInt64 = 0
  package var defined: [String] = []

  package init() {}

  package init(revision: UInt64, defined: [String]) {
    self.revision = revision
    self.defined = defined
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.revision, &revision, as: .revision)
    try fields.required("defined", &defined)
  }
}
