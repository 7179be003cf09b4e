import ButtonEngine
import ButtonProtocol
import JSONRPC

/// `plugins.subscribe`: how plugins are doing, now and from now on.
enum PluginsSubscribe: Handler {
  typealias Message = PluginsSubscribeRequest
  static let right = Role.admin

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    _ = try PluginsSubscribeRequest(params: call.params)
    if call.service.pluginRelay.count(of: call.session.connection) == 0 {
      try call.checkSubscriptionLimit()
      call.service.pluginRelay.subscribe(call.session.connection)
    }
    PluginsSubscribeResponse(
      subscription: PluginsSubscribeRequest.subscription, plugins: call.service.pluginListings
    ).write(into: &writer)
    return .answered
  }
}
