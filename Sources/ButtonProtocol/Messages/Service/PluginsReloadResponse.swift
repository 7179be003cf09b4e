package import JSONRPC

/// What came of a plugin's files being read again.
package struct PluginsReloadResponse: Message, Hashable {
  /// Whether other files are in force now; false where they are those that were in force.
  package var replaced: Bool
  package var plugin: PluginListing

  package init(replaced: Bool, plugin: PluginListing) {
    self.replaced = replaced
    self.plugin = plugin
  }

  package init(_ members: Members) throws(ProtocolError) {
    replaced = try members.required("replaced")
    plugin = try members.required("plugin")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("replaced", replaced)
    writer.member("plugin", plugin)
  }
}
