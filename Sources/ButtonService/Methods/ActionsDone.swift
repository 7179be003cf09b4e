import ButtonEngine
import ButtonModel
import ButtonProtocol
import FleetLink
import JSONRPC

enum ActionsDone: Handler {
  typealias Message = ActionsDoneRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try ActionsDoneRequest(params: call.params)
    guard let fleet = call.service.fleet,
      call.service.subscriptions.members(of: request.subscription)
        .contains(call.session.connection)
    else {
      throw .notFound(
        "you have no subscription '\(Excerpt(request.subscription))' to actions of the fleet",
        path: "params.subscription")
    }
    let found = fleet.actions.delivery(
      request.delivery, of: call.session.connection, request.subscription, fleet)
    guard let (scope, delivery) = found else {
      ActionsDoneResponse(outcome: "lost", fleet: nil).write(into: &writer)
      return .answered
    }
    for (index, operation) in request.operations.enumerated()
    where fleet.routes.scope(of: operation.key).map({ fleet.scopes[$0] === scope }) != true {
      throw .invalidParams(
        "'\(Excerpt(operation.key.string))' is not a key of the scope \(scope.name): change it in a request for itself",
        path: "params.operations[\(index)].key")
    }
    do throws(EngineError) {
      try fleet.submit(request.operations, to: scope, .done(delivery))
    } catch {
      throw ProtocolError(error, in: .operations)
    }
    guard let submission = fleet.takeSubmission() else { return .answered }
    return call.answer(submission) { result, fleet, writer throws(ProtocolError) in
      var response = ActionsDoneResponse(outcome: "done", fleet: nil)
      switch result {
      case .success(let settled): response.fleet = settled.mark
      case .failure(let error) where error.reason == .notFound: response.outcome = "lost"
      case .failure(let error): throw error
      }
      fleet.actions.ended(delivery, scope, fleet)
      response.write(into: &writer)
    }
  }
}
