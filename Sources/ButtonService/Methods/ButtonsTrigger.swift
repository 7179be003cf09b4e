import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

/// `buttons.trigger`: performs a button's action without a press, as a keypad would.
enum ButtonsTrigger: Handler {
  typealias Message = ButtonsTriggerRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try ButtonsTriggerRequest(params: call.params)
    let id = UTF8String(request.id)
    call.beginChange(request.wait)
    let revision: UInt64
    do {
      revision = try call.engine.trigger(id)
    } catch {
      throw ProtocolError(error, in: .button)
    }
    let submission = call.service.fleet?.takeSubmission()
    if let submission, submission.accepted == nil {
      return call.answer(
        submission, request.wait, of: call.engine.scope(pressOf: id, performs: true)
      ) { [service = call.service, client = call.session.client] settled, writer in
        let revision = service.engine.revision
        if let definition = service.engine.definition(of: id) {
          service.tell(definition, client: client, revision: revision)
        }
        ButtonsTriggerResponse(revision: revision, fleet: settled.mark).write(into: &writer)
      }
    }
    if let definition = call.engine.definition(of: id) {
      call.service.performed(definition, client: call.session.client, revision: revision)
    }
    let start = writer.count
    ButtonsTriggerResponse(revision: revision, fleet: submission?.mark).write(into: &writer)
    return try call.finish(
      request.wait, of: call.engine.scope(pressOf: id, performs: true), from: start, of: writer)
  }
}
