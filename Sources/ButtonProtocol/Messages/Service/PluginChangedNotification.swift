package import JSONRPC

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
