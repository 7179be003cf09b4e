import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

enum PressBegan: Handler {
  typealias Message = PressBeganRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try PressBeganRequest(params: call.params)
    return try call.press(request.id, .began(request.location), request.wait, into: &writer)
  }
}

enum PressMoved: Handler {
  typealias Message = PressMovedRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try PressMovedRequest(params: call.params)
    return try call.press(request.id, .moved(request.location), request.wait, into: &writer)
  }
}

enum PressEnded: Handler {
  typealias Message = PressEndedRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try PressEndedRequest(params: call.params)
    return try call.press(request.id, .ended(request.location), request.wait, into: &writer)
  }
}

enum PressCancelled: Handler {
  typealias Message = PressCancelledRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try PressCancelledRequest(params: call.params)
    return try call.press(request.id, .cancelled, request.wait, into: &writer)
  }
}

extension Call {
  /// Notifies subscribers to actions if the event performed one.
  func press(
    _ id: String, _ event: PressEvent, _ wait: Wait?, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let id = UTF8String(id)
    let ticket = ticket()
    let outcome: PressOutcome
    do {
      outcome = try engine.press(
        PressRequest(
          id: id, event: event, connection: session.connection, client: session.client,
          ticket: isNotification ? nil : ticket, isPublishedFirst: wait == .published,
          waitsForFleet: wait == .fleet),
        now: now)
    } catch {
      throw ProtocolError(error, in: .button)
    }
    switch outcome {
    case .later:
      session.styledPress = id
      return isNotification ? .answered : .deferred(ticket)
    case .known(let phase, let performed):
      let definition = performed.flatMap { engine.definition(of: id, performing: $0) }
      let receipt = ChangeReceipt(revision: performed?.revision ?? engine.revision)
      return try answer(
        receipt, wait,
        of: { [engine] _ in engine.scope(pressOf: id, performing: definition) },
        isChange: performed != nil, into: &writer,
        write: { [service = self.service, client = session.client] receipt, writer in
          if let performed, let definition {
            service.performed(
              PerformedAction(
                definition, client: client, revision: receipt.revision, press: performed.press))
          }
          PressResponse(phase: phase, fleet: receipt.fleet).write(into: &writer)
        })
    }
  }
}
