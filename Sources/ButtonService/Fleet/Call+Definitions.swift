import ButtonEngine
import ButtonModel
import ButtonProtocol
import FleetLink
import JSONRPC

extension Call {
  /// The scope that shares the definition of a button; nil if it is this daemon's alone, as all are that
  /// the player of a recording makes.
  func definitionScope(of id: String) -> Int? {
    guard engine.sharesDefinitions, service.fleetReplay == nil || !isOfPlayer else { return nil }
    return engine.definitionScope(of: id)
  }

  /// The scope that shares the definitions of these buttons; nil if they are this daemon's alone.
  func scope(ofDefinitions ids: [String]) throws(ProtocolError) -> Int? {
    guard engine.sharesDefinitions else { return nil }
    var shared: (scope: Int, id: String)?
    var local: String?
    for id in ids {
      guard let scope = definitionScope(of: id) else {
        local = local ?? id
        continue
      }
      if let shared, shared.scope != scope {
        throw ProtocolError(.twoScopes(shared.id, id), path: nil)
      }
      shared = shared ?? (scope, id)
    }
    guard let shared else { return nil }
    if let local { throw ProtocolError(.mixed(local: local, shared: shared.id), path: nil) }
    return shared.scope
  }

  /// Hands a change of definitions over to the fleet, and answers with what `answer` makes of the
  /// revision and of what the fleet says.
  func share(
    _ operations: [StateOperation], in index: Int, isConditional: Bool = false, _ wait: Wait?,
    _ ids: [String], into writer: inout JSONWriter,
    _ answer: @escaping (UInt64, FleetMark?, inout JSONWriter) -> Void
  ) throws(ProtocolError) -> Outcome {
    // In a replay the player alone makes changes, and without one there is none.
    guard let fleet = service.fleet, !operations.isEmpty else {
      if !isNotification { answer(engine.revision, nil, &writer) }
      return .answered
    }
    let bytes = operations.reduce(0) { $0 + SharedDefinition.size(of: $1) }
    guard bytes <= SharedDefinition.maximumBytesAtOnce else {
      throw .limitExceeded(
        "fleetBytes", value: SharedDefinition.maximumBytesAtOnce,
        "the fleet takes at most \(SharedDefinition.maximumBytesAtOnce) bytes of definitions at once"
      )
    }
    fleet.expect(waitsForFleet: false, client: session.client)
    do throws(EngineError) {
      try fleet.submit(
        operations, to: fleet.scopes[index], nil, isConditional: isConditional,
        waitsForFleet: wait == .fleet)
    } catch {
      throw ProtocolError(error, in: .later)
    }
    let submission = fleet.takeSubmission()
    let slots = { [engine] in engine.scope(buttons: ids.map { UTF8String($0) }) }
    if let submission, submission.accepted == nil {
      return self.answer(submission, published: wait == .published ? slots : nil) {
        result, fleet, writer throws(ProtocolError) in
        answer(fleet.engine.revision, try result.get().mark, &writer)
      }
    }
    if isNotification { return .answered }
    let start = writer.count
    answer(engine.revision, submission?.mark, &writer)
    return try finish(wait, of: slots(), from: start, of: writer)
  }
}

extension StateOperation {
  /// Sets the definition of a button for all daemons; nil if it is too large to be written.
  init?(sharing definition: ButtonDefinition) {
    guard let value = SharedDefinition.value(of: definition) else { return nil }
    self.init(key: SharedDefinition.key(of: UTF8String(definition.id)), kind: .set(value))
  }
}
