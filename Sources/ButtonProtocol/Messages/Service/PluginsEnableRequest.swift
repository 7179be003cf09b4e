package import JSONRPC

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
