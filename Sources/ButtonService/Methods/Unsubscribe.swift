import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

enum Unsubscribe: Handler {
  typealias Message = UnsubscribeRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let name = try UnsubscribeRequest(params: call.params).subscription
    guard call.service.unsubscribe(call.session, from: name) else {
      throw .notFound(
        "this connection has no subscription '\(Excerpt(name))'", path: "params.subscription")
    }
    EmptyResponse().write(into: &writer)
    return .answered
  }
}
