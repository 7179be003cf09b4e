package import JSONRPC

/// Subscribes to how plugins are doing.
package struct PluginsSubscribeRequest: Request, Hashable {
  package typealias Response = PluginsSubscribeResponse
  package static let method: StaticString = "plugins.subscribe"

  package init() {}

  package init(_ members: Members) throws(ProtocolError) {}

  package func writeMembers(into writer: inout JSONWriter) {}

  /// The subscription's name on the wire.
  package static var subscription: String { SubscriptionName(method: "plugins").text }
}

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

/// A plugin is there, is another version, or is doing otherwise than before.
package struct PluginChangedNotification: Notification, Hashable {
  package static let method: StaticString = "plugin.changed"

  package var subscription: String
  package var plugin: PluginListing

  package init(subscription: String, plugin: PluginListing) {
    self.subscription = subscription
    self.plugin = plugin
  }

  package init(_ members: Members) throws(ProtocolError) {
    subscription = try members.required("subscription")
    plugin = try members.required("plugin")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("subscription", subscription)
    writer.member("plugin", plugin)
  }
}
