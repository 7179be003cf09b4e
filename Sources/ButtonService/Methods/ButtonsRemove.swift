import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

enum ButtonsRemove: Handler {
  typealias Message = ButtonsRemoveRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    try call.checkDefinitions(in: "ids")
    let request = try ButtonsRemoveRequest(params: call.params)
    let match = Match(ids: request.ids.map { UTF8String($0) })
    return try call.commit(
      Definitions(removedButtons: match), in: .later, request.wait,
      of: { [engine = call.engine] in engine.scope(buttons: $0.removed) }, into: &writer,
      write: { receipt, writer in
        ButtonsRemoveResponse(
          revision: receipt.revision, removed: receipt.removed.map(\.string), fleet: receipt.fleet
        ).write(into: &writer)
      })
  }
}
