import ButtonEngine
import ButtonProtocol
import JSONRPC

/// `plugins.subscribe`: returns the status of the plugins, and then sends changes.
enum PluginsSubscribe: Handler {
  typealias Message = PluginsSubscribeRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    _ = try PluginsSubscribeRequest(params: call.params)
    let (service, connection) = (call.service, call.session.connection)
    let name = PluginsSubscribeRequest.subscription
    if !service.subscriptions.members(of: name).contains(connection) {
      try call.checkSubscriptionLimit()
      service.subscriptions.subscribe(connection, to: .plugins, named: name)
    }
    PluginsSubscribeResponse(subscription: name, plugins: service.pluginListings)
      .write(into: &writer)
    return .answered
  }
}
