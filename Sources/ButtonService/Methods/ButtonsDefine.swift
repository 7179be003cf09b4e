import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

enum ButtonsDefine: Handler {
  typealias Message = ButtonsDefineRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    try call.checkDefinitions(in: .buttons)
    let request =
      if let list = try call.service.prepared?.takeDefinitions() {
        try ButtonsDefineRequest(list, params: call.params)
      } else {
        try ButtonsDefineRequest(params: call.params)
      }
    let ids = request.buttons.map(\.id)
    return try call.commit(
      Definitions(buttons: request.buttons), in: .definitions(request.buttons), request.wait,
      of: { [engine = call.engine] _ in engine.scope(buttons: ids.map { UTF8String($0) }) },
      into: &writer,
      write: { [warnings = request.warnings] receipt, writer in
        ButtonsDefineResponse(
          revision: receipt.revision, defined: ids, warnings: warnings, fleet: receipt.fleet
        ).write(into: &writer)
      })
  }
}
