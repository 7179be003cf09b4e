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
