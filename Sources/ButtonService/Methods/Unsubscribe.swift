import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

/// `unsubscribe`: ends a subscription of any kind.
enum Unsubscribe: Handler {
  typealias Message = UnsubscribeRequest
  static let right = Role.read

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let name = try UnsubscribeRequest(params: call.params).subscription
    let connection = call.session.connection
    guard
      call.engine.unsubscribe(name, connection)
        || call.service.relay.unsubscribe(name, connection)
        || call.service.pluginRelay.unsubscribe(name, connection)
        || call.service.inputRelay.unsubscribe(name, connection)
    else {
      throw .notFound(
        "this connection has no subscription '\(Excerpt(name))'", path: "params.subscription")
    }
    EmptyResponse().write(into: &writer)
    return .answered
  }
}
