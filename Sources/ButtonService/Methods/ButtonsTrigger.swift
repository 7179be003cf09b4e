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
    let performed: Performed
    do {
      performed = try call.engine.trigger(id, request.gesture)
    } catch {
      throw ProtocolError(error, in: .button)
    }
    return try call.finish(performed, of: id, request.wait, into: &writer)
  }
}

extension Call {
  /// Tells of an action that the request has performed, of a button or of an entry of its menu, and answers it.
  func finish(
    _ performed: Performed, of id: UTF8String, item: String? = nil, _ wait: Wait?,
    into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    guard let definition = engine.definition(of: id, performing: performed) else {
      preconditionFailure("a button stays where it has performed its action")
    }
    let scope = engine.scope(pressOf: id, performing: definition)
    return try answer(
      ChangeReceipt(revision: performed.revision), wait, of: { _ in scope }, into: &writer,
      write: { [service = self.service, client = session.client] receipt, writer in
        service.performed(
          PerformedAction(definition, client: client, revision: receipt.revision, item: item))
        ButtonsTriggerResponse(revision: receipt.revision, fleet: receipt.fleet)
          .write(into: &writer)
      })
  }
}
