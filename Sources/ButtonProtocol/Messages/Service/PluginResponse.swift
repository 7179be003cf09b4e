package import JSONRPC

/// How a plugin is doing right after what was asked for.
package struct PluginResponse: Message, Hashable {
  package var plugin: PluginListing

  package init(plugin: PluginListing) { self.plugin = plugin }

  package init(_ members: Members) throws(ProtocolError) {
    plugin = try members.required("plugin")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("plugin", plugin)
  }
}
