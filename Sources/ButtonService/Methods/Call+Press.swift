import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

extension Call {
  /// Hands an event of a press to the engine and tells whoever watches actions if it performed one.
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
          ticket: isNotification ? nil : ticket, isPublishedFirst: wait != nil),
        now: now)
    } catch {
      throw ProtocolError(error, in: .button)
    }
    switch outcome {
    case .later:
      session.styledPress = id
      return isNotification ? .answered : .deferred(ticket)
    case .known(let phase, let performed):
      if let performed, let definition = engine.definition(of: id) {
        service.tell(definition, client: session.client, revision: performed)
      }
      let start = writer.count
      PressResponse(phase: phase).write(into: &writer)
      return try finish(
        wait, of: engine.scope(pressOf: id, performs: performed != nil), from: start, of: writer,
        isChange: performed != nil)
    }
  }
}
