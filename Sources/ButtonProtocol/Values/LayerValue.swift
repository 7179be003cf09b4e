package import ButtonModel

/// What one layer of the resolution has for a property.
package struct LayerValue: WireObject, Hashable {
  package static var schema: Schema {
    .named("Layer", "What one layer has.", .table(Self.self))
  }

  package var layer = ""
  package var plugin: String?
  package var property: String?
  package var setBy: String?
  package var value: StateValue?

  package init() {}

  package init(
    layer: String, plugin: String? = nil, property: String? = nil, setBy: String? = nil,
    value: StateValue? = nil
  ) {
    self.layer = layer
    self.plugin = plugin
    self.property = property
    self.setBy = setBy
    self.value = value
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(
      "layer", &layer,
      as: .choice([
        "systemStyle", "configuration", "stateValues", "style", "handler", "transformer",
        "fallback", "definition", "group", "press",
      ]), "Who has set it; definition, group and press for what a button is doing.")
    try fields.optional(
      "plugin", &plugin,
      "The id of the plugin behind a style or handler, or of the one that set a transformer.")
    try fields.optional(
      "property", &property, "What it sets, by the name in a definition, where that is another.")
    try fields.optional("setBy", &setBy, "The layer that set a transformer.")
    try fields.optional("value", &value, "In the form of the appearance; nothing without it.")
  }
}
