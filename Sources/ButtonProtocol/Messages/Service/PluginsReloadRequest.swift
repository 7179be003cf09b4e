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
