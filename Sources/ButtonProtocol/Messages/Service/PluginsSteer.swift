/// Asks for something to be done with a plugin; `Order` says what.
package struct PluginRequest<Order: PluginOrder>: Request, Hashable {
  package typealias Response = Order.Response
  package static var method: Method { Order.method }

  package var name = ""

  package init() {}

  package init(name: String) { self.name = name }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("name", &name, "The plugin's short name or its id.")
  }
}

package typealias PluginsReloadRequest = PluginRequest<PluginReloadOrder>
package typealias PluginsResetRequest = PluginRequest<PluginResetOrder>
package typealias PluginsEnableRequest = PluginRequest<PluginEnableOrder>
package typealias PluginsDisableRequest = PluginRequest<PluginDisableOrder>

package protocol PluginOrder: Sendable {
  associatedtype Response: Message
  static var method: Method { get }
}

extension PluginOrder {
  fileprivate static func order(_ name: StaticString, _ summary: StaticString) -> Method {
    Method(name, for: .admin, summary, errors: [.notFound, .pluginUnavailable, .timeout])
  }
}

package enum PluginReloadOrder: PluginOrder {
  package typealias Response = PluginsReloadResponse
  package static let method = order(
    "plugins.reload", "Reads a plugin's files again, and uses them if they are in order.")
}

package enum PluginResetOrder: PluginOrder {
  package typealias Response = PluginResponse
  package static let method = order(
    "plugins.reset", "Forgets a plugin's deaths, lifts its quarantine, starts it.")
}

package enum PluginEnableOrder: PluginOrder {
  package typealias Response = PluginResponse
  package static let method = order("plugins.enable", "Starts a plugin that was disabled.")
}

package enum PluginDisableOrder: PluginOrder {
  package typealias Response = PluginResponse
  package static let method = order("plugins.disable", "Stops a plugin until it is enabled.")
}

package struct PluginsReloadResponse: Message, Hashable {
  package var replaced = false
  package var plugin = PluginListing()

  package init() {}

  package init(replaced: Bool, plugin: PluginListing) {
    self.replaced = replaced
    self.plugin = plugin
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(
      "replaced", &replaced,
      "Whether other files are in force now; false where they are those that were in force.")
    try fields.required("plugin", &plugin)
  }
}

package struct PluginResponse: Message, Hashable {
  package var plugin = PluginListing()

  package init() {}

  package init(plugin: PluginListing) { self.plugin = plugin }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("plugin", &plugin)
  }
}
