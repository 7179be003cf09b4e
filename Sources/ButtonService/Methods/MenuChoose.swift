import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

/// `menu.choose`: chooses an entry of a button's menu.
enum MenuChoose: Handler {
  typealias Message = MenuChooseRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try MenuChooseRequest(params: call.params)
    let id = UTF8String(request.button)
    call.beginChange(request.wait)
    let performed: (definition: ButtonDefinition, revision: UInt64)
    do {
      performed = try call.engine.choose(request.item, inMenuOf: id)
    } catch {
      throw ProtocolError(error, in: .menu)
    }
    let definition = performed.definition
    let scope = call.engine.scope(pressOf: id, performing: definition)
    let submission = call.service.fleet?.takeSubmission()
    if let submission, submission.accepted == nil {
      return call.answer(submission, request.wait, of: scope) {
        [service = call.service, client = call.session.client] settled, writer in
        let revision = service.engine.revision
        service.tell(definition, client: client, revision: revision, item: request.item)
        ButtonsTriggerResponse(revision: revision, fleet: settled.mark).write(into: &writer)
      }
    }
    call.service.performed(
      definition, client: call.session.client, revision: performed.revision, item: request.item)
    let start = writer.count
    ButtonsTriggerResponse(revision: performed.revision, fleet: submission?.mark)
      .write(into: &writer)
    return try call.finish(request.wait, of: scope, from: start, of: writer)
  }
}
