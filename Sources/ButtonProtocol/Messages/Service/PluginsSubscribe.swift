/// Subscribes to how plugins are doing.
package struct PluginsSubscribeRequest: Request, Hashable {
  package typealias Response = PluginsSubscribeResponse
  package static let method = Method(
    "plugins.subscribe", for: .admin, "Subscribes to how plugins are doing.",
    notifies: PluginChangedNotification.self)

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {}

  /// The subscription's name on the wire.
  package static var subscription: String { SubscriptionName(method: "plugins").text }
}

/// The beginning of a subscription to plugins.
package struct PluginsSubscribeResponse: Message, Hashable {
  package var subscription = ""
  package var plugins: [PluginListing] = []

  package init() {}

  package init(subscription: String, plugins: [PluginListing]) {
    self.subscription = subscription
    self.plugins = plugins
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.subscription, &subscription, as: .subscription)
    try fields.required("plugins", &plugins, "How all of them are doing.")
  }
}

/// A plugin is there, is another version, or is doing otherwise than before.
package struct PluginChangedNotification: Notification, Hashable {
  package static let method: StaticString = "plugin.changed"
  package static let summary: StaticString =
    "A plugin is new, another version, or doing otherwise."

  package var subscription = ""
  package var plugin = PluginListing()

  package init() {}

  package init(subscription: String, plugin: PluginListing) {
    self.subscription = subscription
    self.plugin = plugin
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.subscription, &subscription, as: .subscription)
    try fields.required("plugin", &plugin)
  }
}
