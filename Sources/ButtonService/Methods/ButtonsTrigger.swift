import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

enum ButtonsTrigger: Handler {
  typealias Message = ButtonsTriggerRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try ButtonsTriggerRequest(params: call.params)
    return try call.perform(request.id, request.wait, into: &writer) {
      id, requester throws(EngineError) in
      try call.engine.trigger(id, request.gesture, for: requester)
    }
  }
}

extension Call {
  /// Has `body` perform an action of a button or a menu entry, notifies subscribers, and answers.
  func perform(
    _ id: String, item: String? = nil, _ wait: Wait?, in places: RequestPlaces = .button,
    into writer: inout JSONWriter,
    _ body: (UTF8String, Requester?) throws(EngineError) -> Performed
  ) throws(ProtocolError) -> Outcome {
    let id = UTF8String(id)
    let performed: Performed
    do {
      performed = try body(id, requester(wait))
    } catch {
      throw ProtocolError(error, in: places)
    }
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
