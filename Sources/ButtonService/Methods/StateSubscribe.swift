import ButtonEngine
import ButtonProtocol
import JSONRPC

enum StateSubscribe: Handler {
  typealias Message = StateSubscribeRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try StateSubscribeRequest(params: call.params)
    try call.checkSubscriptionLimit()
    try call.checkRoom(for: ClientLedger.bytes(of: request.spec))
    let result = call.engine.subscribeState(
      request.spec, since: request.since, call.session.connection)
    result.withUnsafeBytes { writer.value(raw: $0) }
    return .answered
  }
}
