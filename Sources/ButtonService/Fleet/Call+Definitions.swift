import ButtonEngine
import ButtonModel
import ButtonProtocol
import FleetLink
import JSONRPC

extension Call {
  /// Nil if the definition is this daemon's alone, as all are that the player of a recording makes.
  private func definitionScope(of id: String) -> Int? {
    guard engine.sharesDefinitions, service.fleetReplay == nil || !isOfPlayer else { return nil }
    return engine.definitionScope(of: id)
  }

  /// Nil if the buttons are this daemon's alone.
  private func scope(of change: Definitions) throws(ProtocolError) -> Int? {
    guard engine.sharesDefinitions else { return nil }
    let ids = change.buttons.map(\.id) + (change.removedButtons?.ids.map(\.string) ?? [])
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

  /// Changes definitions, here or, for shared buttons, in the fleet, and answers with what `write`
  /// makes of the outcome. A conditional shared change is refused if another daemon changes a
  /// button first.
  func commit(
    _ change: Definitions, in places: RequestPlaces, isConditional: Bool = false, _ wait: Wait?,
    of concern: @escaping (ChangeReceipt) -> WaitScope, into writer: inout JSONWriter,
    write: @escaping (ChangeReceipt, inout JSONWriter) -> Void
  ) throws(ProtocolError) -> Outcome {
    if let scope = try scope(of: change) {
      return try share(
        change, in: scope, places, isConditional: isConditional, wait, of: concern, into: &writer,
        write: write)
    }
    let receipt: DefinitionReceipt
    do {
      receipt = try engine.commit(change)
    } catch {
      throw ProtocolError(error, in: places)
    }
    return try answer(
      ChangeReceipt(
        revision: receipt.revision, removed: receipt.removedGroups + receipt.removedButtons), wait,
      of: concern, into: &writer, write: write)
  }

  private func share(
    _ change: Definitions, in index: Int, _ places: RequestPlaces, isConditional: Bool,
    _ wait: Wait?, of concern: @escaping (ChangeReceipt) -> WaitScope,
    into writer: inout JSONWriter, write: @escaping (ChangeReceipt, inout JSONWriter) -> Void
  ) throws(ProtocolError) -> Outcome {
    var known: Set<UTF8String> = []
    let removed = (change.removedButtons?.ids ?? []).filter {
      engine.hasShared($0.string, of: index) && known.insert($0).inserted
    }
    let receipt = ChangeReceipt(revision: engine.revision, removed: removed)
    let operations =
      change.buttons.compactMap { StateOperation(sharing: $0) }
      + removed.map { StateOperation(key: SharedDefinition.key(of: $0), kind: .remove) }
    do throws(EngineError) {
      if !change.buttons.isEmpty { try engine.check(change) }
    } catch {
      throw ProtocolError(error, in: places)
    }
    // A replay has no fleet: only the player makes changes.
    guard let fleet = service.fleet, !operations.isEmpty else {
      if !isNotification { write(receipt, &writer) }
      return .answered
    }
    let bytes = operations.reduce(0) { $0 + SharedDefinition.size(of: $1) }
    guard bytes <= SharedDefinition.maximumBytesAtOnce else {
      throw .limitExceeded(
        "fleetBytes", value: SharedDefinition.maximumBytesAtOnce,
        "the fleet takes at most \(SharedDefinition.maximumBytesAtOnce) bytes of definitions at once"
      )
    }
    do throws(EngineError) {
      try fleet.submit(
        operations, to: fleet.scopes[index], nil, isConditional: isConditional,
        waitsForFleet: wait == .fleet)
    } catch {
      throw ProtocolError(error, in: .later)
    }
    return try answer(receipt, wait, of: concern, into: &writer, write: write)
  }
}

extension StateOperation {
  /// Creates the operation that shares the definition with all daemons; nil if it is too large.
  init?(sharing definition: ButtonDefinition) {
    guard let value = SharedDefinition.value(of: definition) else { return nil }
    self.init(key: SharedDefinition.key(of: UTF8String(definition.id)), kind: .set(value))
  }
}
