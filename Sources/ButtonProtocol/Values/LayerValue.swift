package import ButtonModel
package import JSONRPC

/// What one layer of the resolution has for a property of the appearance.
package struct LayerValue: Hashable, Sendable, JSONDecodable, JSONEncodable {
  /// `configuration`, `stateValues`, `style`, `handler`, `systemStyle`, `transformer`, `fallback`;
  /// `definition` and `press` for what a button is doing.
  package var layer: String
  /// The id of the plugin behind a style or handler, and of the one that set a transformer.
  package var plugin: String?
  /// What the layer sets, by its name in the registry, where it is not the same name.
  package var property: String?
  /// The layer that set a transformer.
  package var setBy: String?
  /// In the form that the appearance has; nil is nothing.
  package var value: StateValue?

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

  package init(json: JSONElement) throws(ProtocolError) {
    try self.init(Members(of: json))
  }

  init(_ members: Members) throws(ProtocolError) {
    layer = try members.required("layer")
    plugin = try members.optional("plugin")
    property = try members.optional("property")
    setBy = try members.optional("setBy")
    value = try members.optional("value")
  }

  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(into: &writer)
    writer.endObject()
  }

  func writeMembers(into writer: inout JSONWriter) {
    writer.member("layer", layer)
    writer.member("plugin", ifPresent: plugin)
    writer.member("property", ifPresent: property)
    writer.member("setBy", ifPresent: setBy)
    writer.member("value", ifPresent: value)
  }
}
