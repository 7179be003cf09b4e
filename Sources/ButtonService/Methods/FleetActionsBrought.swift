import ButtonProtocol
import JSONRPC

enum FleetActionsBrought: Handler {
  typealias Message = FleetActionsRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try FleetActionsRequest(params: call.params)
    let (fleet, scope) = try call.ownScope(named: request.scope)
    try fleet.actions.take(request, scope, fleet)
    call.service.waitForTurn(call.session)
    FleetLinkResponse().write(into: &writer)
    return .answered
  }
}
