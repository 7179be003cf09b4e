import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

enum ButtonsRotate: Handler {
  typealias Message = ButtonsRotateRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try ButtonsRotateRequest(params: call.params)
    return try call.perform(request.id, request.wait, into: &writer) {
      id, requester throws(EngineError) in
      try call.engine.rotate(id, by: request.delta, for: requester)
    }
  }
}
