package struct GroupExplanation: WireObject, Hashable {
  package var id = ""
  package var isDefined = false

  package init() {}

  package init(id: String, isDefined: Bool) {
    self.id = id
    self.isDefined = isDefined
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.id, &id, as: .described(.reference("GroupID")))
    try fields.flag("isDefined", &isDefined, "Something is said of the group.")
  }
}
