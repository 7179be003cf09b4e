import ButtonEngine
import ButtonModel
import ButtonProtocol
import FleetLink
import JSONRPC

enum FleetStatus: Handler {
  typealias Message = FleetStatusRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    FleetStatusResponse(scopes: call.service.fleet?.statuses ?? []).write(into: &writer)
    return .answered
  }
}

enum FleetSubscribe: Handler {
  typealias Message = FleetSubscribeRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let (service, connection) = (call.service, call.session.connection)
    let name = Message.subscription
    if !service.subscriptions.members(of: name).contains(connection) {
      try call.checkSubscriptionLimit()
      service.subscriptions.subscribe(connection, to: .fleet, named: name)
    }
    FleetSubscribeResponse(subscription: name, scopes: service.fleet?.statuses ?? [])
      .write(into: &writer)
    return .answered
  }
}

enum FleetRejections: Handler {
  typealias Message = FleetRejectionsRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    // Reports that nobody gets must stay to be fetched.
    if call.isNotification { return .answered }
    var response = FleetRejectionsResponse()
    let room = call.service.limits.maxFrameBytes - 2 * Service.envelopeRoom
    response.rejections = call.service.fleet?.fetchRejections(within: room) ?? []
    response.write(into: &writer)
    return .answered
  }
}

enum FleetOutcome: Handler {
  typealias Message = FleetOutcomeRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try FleetOutcomeRequest(params: call.params)
    let number = try RequestNumber(request.request, path: "params.request")
    for scope in call.service.fleet?.scopes ?? [] {
      guard let status = scope.link.outcome(of: number) else { continue }
      var response = FleetOutcomeResponse(scope: scope.name, outcome: "")
      switch status {
      case .pending: response.outcome = "pending"
      case .applied(let revision):
        response.outcome = "applied"
        response.revision = revision
      case .dropped: response.outcome = "dropped"
      }
      response.write(into: &writer)
      return .answered
    }
    throw .notFound(
      "no request \(Excerpt(request.request)) is remembered: it was stable and is forgotten, or it is "
        + "another daemon's", path: "params.request")
  }
}

enum FleetAdopt: Handler {
  typealias Message = FleetAdoptRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try FleetAdoptRequest(params: call.params)
    let (fleet, scope) = try call.scope(named: request.scope)
    fleet.handle(.adopt, scope)
    FleetLinkResponse().write(into: &writer)
    return .answered
  }
}

extension Service {
  private var fleetMembers: [ConnectionID] {
    subscriptions.members(of: FleetSubscribeRequest.subscription)
  }

  /// Notifies the subscribers.
  func scopeChanged(_ name: String) {
    let members = fleetMembers
    if members.isEmpty { return }
    tell(line(forScope: name), of: name, to: members, or: \.changedScopes)
  }

  func line(forScope name: String) -> SharedLine {
    line(
      FleetChangedNotification(
        subscription: FleetSubscribeRequest.subscription,
        scope: fleet?.scope(named: name)?.status ?? FleetScopeStatus()),
      of: FleetChangedNotification.method)
  }

  func changeRejected(_ report: FleetRejectedNotification) {
    let members = fleetMembers
    if members.isEmpty { return }
    var report = report
    report.subscription = FleetSubscribeRequest.subscription
    tell(line(report, of: FleetRejectedNotification.method), to: members, of: .actions)
  }
}
