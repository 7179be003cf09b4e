import ButtonEngine
import ButtonModel
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
    let topic: EventSubscriptions.Topic =
      request.group != nil ? .deliveries : request.isOfFleet ? .fleetActions : .actions
    if topic != .actions { try call.subscribeToFleet(request) }
    call.service.subscriptions.subscribe(
      call.session.connection,
      to: topic,
      of: request.spec.match, named: request.spec.name)
    ActionsSubscribeResponse(subscription: request.spec.name).write(into: &writer)
    return .answered
  }
}

extension Call {
  fileprivate func subscribeToFleet(_ request: ActionsSubscribeRequest) throws(ProtocolError) {
    guard let fleet = service.fleet else {
      throw .invalidParams(
        "this daemon is in no fleet: see fleet in its configuration",
        path: request.group == nil ? "params.fleet" : "params.group")
    }
    if let group = request.group, !SourceDefinition.isValidName(group) {
      throw .invalidParams("must be 1 to 64 of A-Z a-z 0-9 _ -", path: "params.group")
    }
    // Actions wait for a group, even after its last subscriber has left.
    if request.group != nil, session.role < EventSubscriptions.Topic.deliveries.requiredRole {
      throw ProtocolError(
        .forbidden, "a group needs the role write, and yours is \(session.role.rawValue)",
        path: "params.group")
    }
    let times = ActionsSubscribeRequest.claimTimes
    let claimAfter = request.claimAfterMs ?? 30_000
    guard times.contains(claimAfter) else {
      throw .invalidParams(
        "must be \(times.lowerBound) to \(times.upperBound), but is \(claimAfter)",
        path: "params.claimAfterMs")
    }
    try fleet.actions.subscribe(
      session.connection, request.spec, claimAfter: claimAfter * 1_000_000, fleet)
  }
}
