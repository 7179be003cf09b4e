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
    let session = call.session
    guard
      call.engine.unsubscribe(name, session.connection)
        || call.service.relays.contains(where: { $0.unsubscribe(name, session) })
    else {
      throw .notFound(
        "this connection has no subscription '\(Excerpt(name))'", path: "params.subscription")
    }
    EmptyResponse().write(into: &writer)
    return .answered
  }
}
