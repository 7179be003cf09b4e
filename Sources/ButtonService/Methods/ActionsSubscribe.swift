import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

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
    func begin() {
      call.service.subscriptions.subscribe(
        call.session.connection, to: topic, of: request.spec.match, named: request.spec.name)
    }
    if topic != .actions { return try call.subscribeToFleet(request, into: &writer, begin) }
    begin()
    ActionsSubscribeResponse(subscription: request.spec.name).write(into: &writer)
    return .answered
  }
}

extension Call {
  fileprivate func subscribeToFleet(
    _ request: ActionsSubscribeRequest, into writer: inout JSONWriter, _ begin: () -> Void
  ) throws(ProtocolError) -> Outcome {
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
    let response = ActionsSubscribeResponse(subscription: request.spec.name)
    var isAnswered = false
    var later: Ticket?
    try fleet.actions.subscribe(
      session.connection, request.spec, claimAfter: claimAfter * 1_000_000, fleet
    ) { [weak service] in
      isAnswered = true
      guard let later else { return }
      var writer = JSONWriter()
      response.write(into: &writer)
      service?.answerLater(later, .success([UInt8](writer.bytes)))
    }
    // From now on, the end of the subscription reaches the fleet's actions.
    begin()
    if isAnswered {
      response.write(into: &writer)
      return .answered
    }
    if isNotification { return .answered }
    let ticket = ticket()
    later = ticket
    return .deferred(ticket)
  }
}
