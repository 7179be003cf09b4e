package import JSONRPC

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
