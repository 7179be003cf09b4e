package import JSONRPC

/// One style or update handler that a definition may name.
package struct StyleListing: Hashable, Sendable, JSONDecodable, JSONEncodable {
  /// What a definition writes: `plain`, or `plugin/name`.
  package var name: String
  package var title: String
  /// The id of the plugin; nil for a style that is built in.
  package var plugin: String?
  package var documentation: String
  package var parameters: [ParameterListing]

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

  package init(json: JSONElement) throws(ProtocolError) {
    let members = try Members(of: json)
    name = try members.required("name")
    title = try members.optional("title", default: "")
    plugin = try members.optional("plugin")
    documentation = try members.optional("documentation", default: "")
    parameters = try members.optional("parameters", default: [])
  }

  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", name)
    writer.member("title", title)
    writer.member("plugin", ifPresent: plugin)
    writer.member("documentation", documentation)
    writer.member("parameters", parameters)
    writer.endObject()
  }
}
