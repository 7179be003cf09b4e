package import ButtonProtocol
package import JSONRPC

/// Where plugins are, which are off, and how patient the daemon is with them.
package struct PluginSettings: Hashable, Sendable, JSONDecodable {
  /// Folders of plugin folders besides the installed ones.
  package var paths: [String] = []
  /// Ids or short names.
  package var disabled: [String] = []
  package var limits = PluginLimits()

  init() {}

  package init(json: JSONElement) throws(ProtocolError) {
    var members = try CheckedMembers(of: json, ["paths", "disabled", "limits"])
    paths = members.optional("paths", as: PathList.self)?.paths ?? []
    disabled = members.optional("disabled") ?? []
    limits = members.optional("limits") ?? PluginLimits()
    try members.check()
  }
}
