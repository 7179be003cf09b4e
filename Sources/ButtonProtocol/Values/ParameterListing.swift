package import ButtonModel
package import JSONRPC

/// One argument that a style or handler takes.
package struct ParameterListing: Hashable, Sendable, JSONDecodable, JSONEncodable {
  package var name: String
  /// `bool`, `int`, `number`, `string`, `color` or `any`.
  package var type: String
  package var defaultValue: StateValue?
  package var minimum: Double?
  package var maximum: Double?
  /// The texts allowed; empty is any.
  package var values: [String]
  /// Values worth showing, of a parameter that takes others as well.
  package var examples: [StateValue]
  package var documentation: String

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

  package init(json: JSONElement) throws(ProtocolError) {
    let members = try Members(of: json)
    name = try members.required("name")
    type = try members.required("type")
    defaultValue = try members.optional("default")
    minimum = try members.optional("minimum")
    maximum = try members.optional("maximum")
    values = try members.optional("values", default: [])
    examples = try members.optional("examples", default: [])
    documentation = try members.optional("documentation", default: "")
  }

  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", name)
    writer.member("type", type)
    writer.member("default", ifPresent: defaultValue)
    writer.member("minimum", ifPresent: minimum)
    writer.member("maximum", ifPresent: maximum)
    if !values.isEmpty { writer.member("values", values) }
    if !examples.isEmpty { writer.member("examples", examples) }
    writer.member("documentation", documentation)
    writer.endObject()
  }
}
