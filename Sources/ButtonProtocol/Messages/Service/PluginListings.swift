package typealias PluginsListRequest = ListRequest<PluginListing>
package typealias PluginsSubscribeRequest = ListingsSubscribeRequest<PluginListing>

extension PluginListing: ProgramListing {
  package static let plural: StaticString = "plugins"
  package static let order: StaticString = ""
  package static let list = Method(
    "plugins.list", for: .admin, "The plugins and how they are doing.")
  package static let subscribe = Method(
    "plugins.subscribe", for: .admin, "Subscribes to how plugins are doing.",
    notifies: PluginChangedNotification.self)
}

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
