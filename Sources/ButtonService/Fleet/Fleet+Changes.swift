package import ButtonEngine
import ButtonModel
import ButtonProtocol
import FleetLink
import JSONRPC

extension Fleet: SharedKeyWriter {
  package func submit(_ submission: SharedSubmission) throws(EngineError) {
    let (operations, performer) = (submission.operations, submission.performer)
    let shared: [StateOperation]
    let scope: Scope
    switch routes.route(operations, of: performer.map { UTF8String($0.definition.id) }) {
    case .local: preconditionFailure("the engine hands over changes of shared keys only")
    case .shared(let index, let local):
      scope = scopes[index]
      let local = Set(local)
      shared = operations.enumerated().filter { !local.contains($0.offset) }.map(\.element)
    case .mixed(let local, let key):
      throw .shared(.mixed(local: local.string, shared: key.string))
    case .twoScopes(let one, let other):
      throw .shared(.twoScopes(one.string, other.string))
    }
    let effect = performer.map {
      FleetEffect.action(
        button: UTF8String($0.definition.id),
        text: ActionRecord($0.definition, client: $0.client).text)
    }
    try submit(
      shared, to: scope, effect, isConditional: submission.isConditional,
      waitsForFleet: submission.waitsForFleet)
  }

  func submit(
    _ shared: [StateOperation], to scope: Scope, _ effect: FleetEffect?,
    isConditional: Bool = false,
    waitsForFleet: Bool = false
  ) throws(EngineError) {
    tickets += 1
    let ticket = tickets
    submitting = ticket
    answer = nil
    defer { submitting = nil }
    handle(
      .change(
        ScopeChange(
          ticket: ticket, shared, isConditional: isConditional, waitsForFleet: waitsForFleet,
          effect: effect)), scope)
    let keys = Set(shared.map(\.key))
    func submission(_ accepted: RequestNumber?) -> Submission {
      Submission(
        ticket: ticket, scope: scope, accepted: accepted, keys: keys,
        changed: changed.intersection(keys))
    }
    switch answer {
    case nil: self.submission = submission(nil)
    case .accepted(let number)?, .applied(let number, _)?: self.submission = submission(number)
    case .unavailable?, .timedOut?, .cancelled?, .doubtful?, .conflict?, .lost?, .actionsFull?:
      throw .shared(.unavailable(scope: scope.name, message: scope.sentence))
    case .readOnly?: throw .shared(.readOnly(scope: scope.name))
    case .invalid(let index)?:
      throw .invalidOperation(index: index, message: "cannot be done on the present value")
    case .exceeds(let limit, let index)?:
      throw .limitExceeded(
        limit: limit.rawValue, value: scope.link.settings[limit], index: index)
    }
  }

  func settle(_ ticket: UInt64, _ answer: ScopeAnswer, _ scope: Scope) {
    if ticket == submitting {
      self.answer = answer
      return
    }
    guard let waiter = waiters.removeValue(forKey: ticket) else { return }
    waiter.finish(result(answer, waiter, scope))
  }

  package func take(_ press: SharedPress) -> SharedPressAnswer {
    guard let submission = takeSubmission() else { return .local }
    if let mark = submission.mark { return .accepted(mark) }
    waiters[submission.ticket] = Waiter(keys: submission.keys) { [weak self] result in
      self?.finish(press, result)
    }
    return .later
  }

  /// Answers a press that a style decided, once the fleet has its action or refuses it.
  private func finish(_ press: SharedPress, _ result: Result<Settled, ProtocolError>) {
    switch result {
    case .failure(let error):
      for waiter in press.waiters { service.answerLater(waiter.ticket, .failure(error)) }
    case .success(let settled):
      service.tell(
        PerformedAction(press.definition, client: press.client, revision: engine.revision))
      var writer = JSONWriter()
      PressResponse(phase: press.phase, fleet: settled.mark).write(into: &writer)
      let text = [UInt8](writer.bytes)
      for waiter in press.waiters {
        engine.answer(
          waiter.ticket, text, once: waiter.milestone(press.scope, since: clock()))
      }
    }
  }

  private func result(
    _ answer: ScopeAnswer, _ waiter: Waiter, _ scope: Scope
  ) -> Result<Settled, ProtocolError> {
    switch answer {
    case .accepted(let number):
      return .success(
        Settled(
          scope: scope.name, request: number, revision: scope.link.cursor?.revision ?? 0,
          changed: []))
    case .applied(let number, let revision):
      return .success(
        Settled(
          scope: scope.name, request: number, revision: revision,
          changed: changed.intersection(waiter.keys).union(waiter.changed).sorted()))
    case .conflict(let key):
      return .failure(
        .conflict(
          key.map { "another daemon changed '\(Excerpt($0.string))' first" }
            ?? "another daemon changed a key first", revision: engine.revision))
    case .invalid(let index):
      return .failure(
        .invalidParams(
          "cannot be done on the value that the fleet has", path: "params.operations[\(index)]"))
    case .unavailable: return .failure(.fleetUnavailable(scope.name, scope.sentence))
    case .readOnly: return .failure(.readOnly(scope.name))
    case .exceeds(let limit, _):
      let most = scope.link.settings[limit]
      return .failure(.limitExceeded(limit.rawValue, value: most, limit.words(most, scope.name)))
    case .timedOut(let number):
      var error = ProtocolError(
        .timeout,
        "the connection to the scope \(scope.name) was lost before the fleet answered: ask how it ended "
          + "with fleet.outcome, for the request \(number)")
      error.request = number.description
      return .failure(error)
    case .lost:
      return .failure(.notFound("the delivery is another consumer's", path: "params.delivery"))
    case .actionsFull:
      let most = scope.link.settings.maximumActions
      return .failure(
        .limitExceeded(
          "fleetActions", value: most,
          "\(most) actions of the scope \(scope.name) wait for a group of subscribers"))
    case .cancelled:
      return .failure(.fleetUnavailable(scope.name, "it was given up before the fleet had it"))
    case .doubtful:
      return .failure(
        ProtocolError(
          .timeout, "the fleet no longer knows whether it was applied: read the keys"))
    }
  }
}

extension ScopeLimit {
  fileprivate func words(_ most: Int, _ scope: String) -> String {
    switch self {
    case .fleetQueue, .fleetQueueBytes, .fleetKeptBytes:
      "the scope \(scope) has as many changes as may wait or be kept"
    case .fleetOperations: "the fleet takes at most \(most) changes at once"
    case .fleetBytes: "the fleet takes at most \(most) bytes of keys and values at once"
    case .fleetValueBytes: "the fleet takes values of at most \(most) bytes"
    case .fleetActionBytes:
      "what a button tells the fleet has at most \(most) bytes with its payload"
    }
  }
}

extension ProtocolError {
  static func fleetUnavailable(_ scope: String, _ why: String) -> ProtocolError {
    var error = ProtocolError(
      .fleetUnavailable, "the change needs the scope \(scope), which is out of reach: \(why)")
    error.applied = false
    return error
  }

  static func readOnly(_ scope: String) -> ProtocolError {
    ProtocolError(
      .forbidden, "this daemon may only read the scope \(scope), as the configuration says")
  }
}
