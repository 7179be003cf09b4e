package import JSONRPC

/// Asks for a plugin's files to be read again and, if they are new and in order, to be used.
package struct PluginsReloadRequest: Request, Hashable {
  package typealias Response = PluginsReloadResponse
  package static let method: StaticString = "plugins.reload"

  /// The plugin's short name or id.
  package var name: String

  package init(name: String) { self.name = name }

  package init(_ members: Members) throws(ProtocolError) {
    name = try members.required("name")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("name", name)
  }
}

/// Asks for a plugin's deaths to be forgotten, its quarantine lifted, and the plugin started.
package struct PluginsResetRequest: Request, Hashable {
  package typealias Response = PluginResponse
  package static let method: StaticString = "plugins.reset"

  /// The plugin's short name or id.
  package var name: String

  package init(name: String) { self.name = name }

  package init(_ members: Members) throws(ProtocolError) {
    name = try members.required("name")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("name", name)
  }
}

/// Asks for a disabled plugin to run again.
package struct PluginsEnableRequest: Request, Hashable {
  package typealias Response = PluginResponse
  package static let method: StaticString = "plugins.enable"

  /// The plugin's short name or id.
  package var name: String

  package init(name: String) { self.name = name }

  package init(_ members: Members) throws(ProtocolError) {
    name = try members.required("name")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("name", name)
  }
}

/// Asks for a plugin to be stopped until it is enabled.
package struct PluginsDisableRequest: Request, Hashable {
  package typealias Response = PluginResponse
  package static let method: StaticString = "plugins.disable"

  /// The plugin's short name or id.
  package var name: String

  package init(name: String) { self.name = name }

  package init(_ members: Members) throws(ProtocolError) {
    name = try members.required("name")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("name", name)
  }
}

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
