package import ButtonProtocol
package import JSONRPC

/// Where plugins are, which are off, and how patient the daemon is with them.
package struct PluginSettings: Hashable, Sendable, JSONDecodable {
  /// Folders of plugin folders besides the installed ones.
  package var paths: [String] = []
  /// Ids or short names of those that are off.
  package var disabled: [String] = []
  package var limits = PluginLimits()

  init() {}

  package init(json: JSONElement) throws(ProtocolError) {
    let members = try Members(of: json)
    try json.allowOnly(["paths", "disabled", "limits"])
    paths = try members.optional("paths", default: PathList()).paths
    disabled = try members.optional("disabled", default: [])
    limits = try members.optional("limits", default: PluginLimits())
  }
}
