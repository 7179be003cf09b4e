import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

/// Answers as soon as none of the looks is about to change.
enum ButtonsGet: Handler {
  typealias Message = ButtonsGetRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try ButtonsGetRequest(params: call.params)
    let usual = call.engine.settings.traits
    if call.isNotification { return .answered }
    try call.checkRoom(for: request.match.keptBytes)
    let ticket = call.ticket()
    do {
      try call.engine.get(
        GetRequest(
          match: request.match, traits: request.traits?.filled(from: usual) ?? usual,
          limit: request.limit, after: request.after.map { UTF8String($0) }),
        ticket: ticket, now: call.now)
    } catch {
      throw ProtocolError(error, in: .later)
    }
    return .deferred(ticket, keeping: request.match.keptBytes)
  }
}
