import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

/// `buttons.remove`: removes buttons and skips unknown ids.
enum ButtonsRemove: Handler {
  typealias Message = ButtonsRemoveRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    try call.checkDefinitions(in: "ids")
    let request = try ButtonsRemoveRequest(params: call.params)
    if let scope = try call.scope(ofDefinitions: request.ids) {
      var known: Set<String> = []
      let ids = request.ids.filter {
        call.engine.hasShared($0, of: scope) && known.insert($0).inserted
      }
      return try call.share(
        ids.map { StateOperation(key: SharedDefinition.key(of: UTF8String($0)), kind: .remove) },
        in: scope, request.wait, ids, into: &writer
      ) { revision, mark, writer in
        ButtonsRemoveResponse(revision: revision, removed: ids, fleet: mark).write(into: &writer)
      }
    }
    let receipt: DefinitionReceipt
    do {
      let match = Match(ids: request.ids.map { UTF8String($0) })
      receipt = try call.engine.commit(Definitions(removedButtons: match))
    } catch {
      throw ProtocolError(error, in: .later)
    }
    let start = writer.count
    let removed = receipt.removedButtons
    ButtonsRemoveResponse(revision: receipt.revision, removed: removed.map(\.string))
      .write(into: &writer)
    return try call.finish(
      request.wait, of: call.engine.scope(buttons: removed), from: start, of: writer)
  }
}
