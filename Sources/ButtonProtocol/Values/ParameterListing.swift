package import ButtonModel

package struct ParameterListing: WireObject, Hashable {
  package static var schema: Schema {
    .named("Parameter", "An argument that a style or handler takes.", .table(Self.self))
  }

  package var name = ""
  package var type = ""
  package var defaultValue: StateValue?
  package var minimum: Double?
  package var maximum: Double?
  package var values: [String] = []
  package var examples: [StateValue] = []
  package var documentation = ""

  package init() {}

  package init(
    name: String, type: String, defaultValue: StateValue? = nil, minimum: Double? = nil,
    maximum: Double? = nil, values: [String] = [],
    examples: [StateValue] = [], documentation: String = ""
  ) {
    self.name = name
    self.type = type
    self.defaultValue = defaultValue
    self.minimum = minimum
    self.maximum = maximum
    self.values = values
    self.examples = examples
    self.documentation = documentation
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("name", &name)
    try fields.required("type", &type, as: .choice(ParameterKind.names))
    try fields.optional("default", &defaultValue)
    try fields.optional("minimum", &minimum)
    try fields.optional("maximum", &maximum)
    try fields.optional("values", &values, default: [], "The texts allowed; any without it.")
    try fields.optional(
      "examples", &examples, default: [],
      "Values worth showing, of a parameter that takes others as well.")
    try fields.expected("documentation", &documentation)
  }
}
