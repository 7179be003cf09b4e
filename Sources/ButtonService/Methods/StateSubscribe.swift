import ButtonEngine
import ButtonProtocol
import JSONRPC

/// `state.subscribe`: what there is, then what changes.
enum StateSubscribe: Handler {
  typealias Message = StateSubscribeRequest
  static let right = Role.read

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try StateSubscribeRequest(params: call.params)
    try call.checkSubscriptionLimit()
    let result = call.engine.subscribeState(
      request.spec, since: request.since, call.session.connection)
    let limit = call.service.limits.maxFrameBytes
    guard result.count <= limit - Service.envelopeRoom else {
      _ = call.engine.unsubscribe(request.spec.name, call.session.connection)
      throw .limitExceeded(
        "maxFrameBytes", value: limit,
        "what there is, is longer than a line may be: subscribe to parts of it by keys or under")
    }
    result.withUnsafeBytes { writer.value(raw: $0) }
    return .answered
  }
}
