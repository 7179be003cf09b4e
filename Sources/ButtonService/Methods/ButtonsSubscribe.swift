import ButtonEngine
import ButtonProtocol
import JSONRPC

/// Answers as soon as none of the looks is about to change, and then sends frames.
enum ButtonsSubscribe: Handler {
  typealias Message = ButtonsSubscribeRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try ButtonsSubscribeRequest(params: call.params)
    call.service.budget.work &+= request.match.nameCount * WorkCost.name
    let count = request.match.subscriptionCount
    try call.checkSubscriptionLimit(adding: count)
    let spec = request.spec(defaults: call.engine.settings.traits)
    let bytes = ClientLedger.bytes(of: spec)
    try call.checkRoom(for: bytes)
    let ticket = call.ticket()
    do {
      try call.engine.subscribe(
        SubscribeRequest(spec: spec, since: request.since), ticket: ticket, now: call.now)
    } catch {
      throw ProtocolError(error, in: .later)
    }
    return .deferred(ticket, keeping: bytes, subscriptions: count)
  }
}
