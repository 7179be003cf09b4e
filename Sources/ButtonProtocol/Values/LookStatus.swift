package import JSONRPC

/// Why a button does not show what its plugin would make of the present state.
package struct LookStatus: Hashable, Sendable, JSONDecodable, JSONEncodable {
  /// The look is older than the state.
  package var stale: Bool
  /// The look is the configuration drawn without the plugin.
  package var fallback: Bool
  /// The cause: `pluginStarting`, `pluginCrashed`, `handlerFailed` and so on.
  package var reason: String
  package var plugin: String
  package var message: String
  /// The tick in which it began.
  package var since: UInt64

  package init(
    stale: Bool, fallback: Bool, reason: String, plugin: String, message: String, since: UInt64
  ) {
    self.stale = stale
    self.fallback = fallback
    self.reason = reason
    self.plugin = plugin
    self.message = message
    self.since = since
  }

  package init(json: JSONElement) throws(ProtocolError) {
    let members = try Members(of: json)
    stale = try members.required("stale")
    fallback = try members.required("fallback")
    reason = try members.required("reason")
    plugin = try members.optional("plugin", default: "")
    message = try members.optional("message", default: "")
    since = try members.optional("since", default: 0)
  }

  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("stale", stale)
    writer.member("fallback", fallback)
    writer.member("reason", reason)
    writer.member("plugin", plugin)
    writer.member("message", message)
    writer.member("since", since)
    writer.endObject()
  }
}
