import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

enum MenuChoose: Handler {
  typealias Message = MenuChooseRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try MenuChooseRequest(params: call.params)
    return try call.perform(
      request.button, item: request.item, request.wait, in: .menu, into: &writer
    ) { id, requester throws(EngineError) in
      try call.engine.choose(request.item, inMenuOf: id, for: requester)
    }
  }
}
