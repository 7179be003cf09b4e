package struct ButtonListing: WireObject, Hashable {
  package var id = ""
  package var style = ""
  package var handler: String?
  package var group: String?
  package var isHidden = false
  package var status: LookStatus?
  package var scope: String?

  package init() {}

  package init(
    id: String, style: String, handler: String? = nil, group: String? = nil,
    isHidden: Bool = false, status: LookStatus? = nil, scope: String? = nil
  ) {
    self.id = id
    self.style = style
    self.handler = handler
    self.group = group
    self.isHidden = isHidden
    self.status = status
    self.scope = scope
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.id, &id, as: .buttonID)
    try fields.required("style", &style, as: .described(.reference("StyleReference")))
    try fields.optional("handler", &handler, as: .described(.reference("PluginEntry")))
    try fields.optional("group", &group)
    try fields.flag("isHidden", &isHidden, "Subscribers see it as removed.")
    try fields.optional(.status, &status)
    try fields.optional(
      "scope", &scope, as: .scopeName, "The scope of the fleet that shares its definition.")
  }
}
