package import ButtonEngine
package import ButtonModel
import ButtonProtocol
package import FleetLink

/// Stands for the fleet while a recording is played: shared keys get the values that the recording has
/// from the fleet, and what clients make of them has no effect.
package final class FleetReplay: SharedKeyWriter {
  private unowned let engine: Engine

  /// Shares the keys of these scopes.
  package init(_ scopes: [ScopeSettings], _ service: Service) {
    engine = service.engine
    engine.share(
      SharedKeys(
        scopes.map {
          SharedKeys.Scope(
            $0.name, $0.keys.map(\.name), buttons: $0.buttons.map(\.name),
            definitions: $0.definitions.map(\.name))
        }, self, isReplay: true))
  }

  package func submit(
    _ operations: [StateOperation], isConditional: Bool, performing button: ButtonDefinition?,
    for requester: Requester?
  ) throws(EngineError) {
    guard requester?.client == InputReceivedNotification.player else { return }
    _ = engine.applyShared(
      operations.map { operation in
        let value: StateValue? = if case .set(let value) = operation.kind { value } else { nil }
        return SharedChange(operation.key, committed: value, shown: value)
      })
  }

  package func take(_ press: SharedPress) -> SharedPressAnswer { .local }
}
