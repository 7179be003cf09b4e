import ButtonEngine
import ButtonModel
import ButtonProtocol
import FleetLink
import JSONRPC

enum FleetAttach: Handler {
  typealias Message = FleetAttachRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try FleetAttachRequest(params: call.params)
    let (fleet, scope) = try call.scope(named: request.scope)
    fleet.attach(scope, call.session.connection)
    FleetLinkResponse().write(into: &writer)
    return .answered
  }
}

enum FleetState: Handler {
  typealias Message = FleetStateRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try FleetStateRequest(params: call.params)
    let (fleet, scope) = try call.scope(named: request.scope)
    // Only a link in reach of the engine takes a scope over.
    if scope.connection != nil { _ = try call.ownScope(named: request.scope) }
    fleet.detach(
      scope, call.session.connection, reason: request.reason, message: request.message)
    FleetLinkResponse().write(into: &writer)
    return .answered
  }
}

enum FleetJoined: Handler {
  typealias Message = FleetJoinedRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try FleetJoinedRequest(params: call.params)
    let (fleet, scope) = try call.ownScope(named: request.scope)
    fleet.joined(try ScopeEvent(request), scope)
    FleetLinkResponse().write(into: &writer)
    return .answered
  }
}

enum FleetSnapshot: Handler {
  typealias Message = FleetSnapshotRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try FleetSnapshotRequest(params: call.params)
    let (fleet, scope) = try call.ownScope(named: request.scope)
    fleet.handle(try ScopeEvent(request), scope)
    call.service.waitForTurn(call.session)
    FleetLinkResponse().write(into: &writer)
    return .answered
  }
}

/// Each message is one change set, and a turn takes one.
enum FleetEntries: Handler {
  typealias Message = FleetEntriesRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try FleetEntriesRequest(params: call.params)
    if request.isTooLong {
      throw .invalidParams(
        "several entries have at most \(Message.maximumBytes) bytes of changes together: send fewer",
        path: "params.entries")
    }
    let (fleet, scope) = try call.ownScope(named: request.scope)
    if fleet.isStoreFull {
      fleet.dropForRoom(scope, call.session.connection)
    } else {
      fleet.handle(try ScopeEvent(request), scope)
    }
    call.service.waitForTurn(call.session)
    FleetLinkResponse().write(into: &writer)
    return .answered
  }
}

enum FleetOutcomes: Handler {
  typealias Message = FleetOutcomesRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try FleetOutcomesRequest(params: call.params)
    let (fleet, scope) = try call.ownScope(named: request.scope)
    for event in try ScopeEvent.outcomes(request) { fleet.handle(event, scope) }
    FleetLinkResponse().write(into: &writer)
    return .answered
  }
}

extension Call {
  func scope(named name: String) throws(ProtocolError) -> (Fleet, Fleet.Scope) {
    guard let fleet = service.fleet, let scope = fleet.scope(named: name) else {
      let names = service.fleet?.scopes.map(\.name) ?? []
      throw .notFound(
        "the configuration has no scope '\(Excerpt(name))'"
          + NearestName.advice(name, among: names),
        path: "params.scope")
    }
    return (fleet, scope)
  }

  /// Throws if another connection carries the scope, or none.
  func ownScope(named name: String) throws(ProtocolError) -> (Fleet, Fleet.Scope) {
    let (fleet, scope) = try scope(named: name)
    guard scope.connection == session.connection else {
      throw .notFound(
        "this connection does not carry the scope \(scope.name): attach to it first",
        path: "params.scope")
    }
    return (fleet, scope)
  }
}
