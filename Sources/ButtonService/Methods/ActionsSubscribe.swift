import ButtonEngine
import ButtonProtocol
import JSONRPC

/// `actions.subscribe`: sends actions as they are performed.
enum ActionsSubscribe: Handler {
  typealias Message = ActionsSubscribeRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try ActionsSubscribeRequest(params: call.params)
    call.service.budget.work &+= request.spec.match.nameCount * WorkCost.name
    try call.checkSubscriptionLimit(adding: request.spec.match.subscriptionCount)
    try call.checkRoom(for: EventSubscriptions.bytes(of: request.spec.match))
    call.service.subscriptions.subscribe(
      call.session.connection, to: .actions, of: request.spec.match, named: request.spec.name)
    ActionsSubscribeResponse(subscription: request.spec.name).write(into: &writer)
    return .answered
  }
}
