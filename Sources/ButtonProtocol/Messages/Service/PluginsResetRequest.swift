package import JSONRPC

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
