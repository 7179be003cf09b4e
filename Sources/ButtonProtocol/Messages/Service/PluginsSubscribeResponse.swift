package import JSONRPC

/// The beginning of a subscription to plugins.
package struct PluginsSubscribeResponse: Message, Hashable {
  package var subscription: String
  /// How all of them are doing.
  package var plugins: [PluginListing]

  package init(subscription: String, plugins: [PluginListing]) {
    self.subscription = subscription
    self.plugins = plugins
  }

  package init(_ members: Members) throws(ProtocolError) {
    subscription = try members.required("subscription")
    plugins = try members.required("plugins")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("subscription", subscription)
    writer.member("plugins", plugins)
  }
}
