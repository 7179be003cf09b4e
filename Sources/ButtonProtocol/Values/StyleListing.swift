package struct StyleListing: WireObject, Hashable {
  package static var schema: Schema {
    .named("Style", "A style or an update handler.", .table(Self.self))
  }

  package var name = ""
  package var title = ""
  package var plugin: String?
  package var documentation = ""
  package var parameters: [ParameterListing] = []

  package init() {}

  package init(
    name: String, title: String, plugin: String? = nil, documentation: String = "",
    parameters: [ParameterListing] = []
  ) {
    self.name = name
    self.title = title
    self.plugin = plugin
    self.documentation = documentation
    self.parameters = parameters
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("name", &name, "As a definition writes it: `plain`, or `plugin/name`.")
    try fields.expected("title", &title)
    try fields.optional("plugin", &plugin, "Its id; none for a system style.")
    try fields.expected("documentation", &documentation)
    try fields.expected("parameters", &parameters)
  }
}
