import ButtonEngine
import ButtonProtocol
import JSONRPC

/// `buttons.subscribe`: looks, once none of them is about to change, then frames.
enum ButtonsSubscribe: Handler {
  typealias Message = ButtonsSubscribeRequest
  static let right = Role.read

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try ButtonsSubscribeRequest(params: call.params)
    try call.checkSubscriptionLimit()
    let ticket = call.ticket()
    do {
      try call.engine.subscribe(
        SubscribeRequest(
          spec: request.spec(defaults: call.engine.settings.traits), since: request.since),
        ticket: ticket, now: call.now)
    } catch {
      throw ProtocolError(error, in: .later)
    }
    call.session.pendingSubscriptions.insert(ticket.serial)
    return .deferred(ticket)
  }
}
