import ButtonEngine
import ButtonProtocol
import JSONRPC

/// `actions.subscribe`: what is pressed or triggered from now on.
enum ActionsSubscribe: Handler {
  typealias Message = ActionsSubscribeRequest
  static let right = Role.press

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try ActionsSubscribeRequest(params: call.params)
    call.service.budget.work &+= request.spec.match.nameCount * WorkCost.name
    try call.checkSubscriptionLimit(adding: request.spec.match.subscriptionCount)
    try call.checkRoom(for: ActionRelay.bytes(of: request.spec.match))
    let name = call.service.relay.subscribe(request.spec, call.session.connection)
    ActionsSubscribeResponse(subscription: name).write(into: &writer)
    return .answered
  }
}
