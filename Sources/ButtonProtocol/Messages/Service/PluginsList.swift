package import JSONRPC

/// Asks which plugins there are and how they are doing.
package struct PluginsListRequest: Request, Hashable {
  package typealias Response = PluginsListResponse
  package static let method: StaticString = "plugins.list"

  package init() {}

  package init(_ members: Members) throws(ProtocolError) {}

  package func writeMembers(into writer: inout JSONWriter) {}
}

/// The plugins and how they are doing.
package struct PluginsListResponse: Message, Hashable {
  package var plugins: [PluginListing]

  package init(plugins: [PluginListing]) {
    self.plugins = plugins
  }

  package init(_ members: Members) throws(ProtocolError) {
    plugins = try members.required("plugins")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("plugins", plugins)
  }
}
