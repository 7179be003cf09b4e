package import ButtonEngine
import ButtonModel
import ButtonProtocol
package import FleetLink

/// Stands in for the fleet while a recording is played: shared keys get the values that the fleet
/// had, and clients' changes of them have no effect.
package final class FleetReplay: SharedKeyWriter {
  private unowned let engine: Engine
  private unowned let service: Service

  package init(_ scopes: [ScopeSettings], _ service: Service) {
    engine = service.engine
    self.service = service
    engine.share(
      SharedKeys(
        scopes.map {
          SharedKeys.Scope(
            $0.name, $0.keys.map(\.name), buttons: $0.buttons.map(\.name),
            definitions: $0.definitions.map(\.name))
        }, self, isReplay: true))
  }

  package func submit(_ submission: SharedSubmission) throws(EngineError) {
    guard submission.connection.flatMap(service.session)?.isPlayer == true else { return }
    _ = engine.applyShared(
      submission.operations.map { operation in
        let value: StateValue? = if case .set(let value) = operation.kind { value } else { nil }
        return SharedChange(operation.key, committed: value, shown: value)
      })
  }

  package func take(_ press: SharedPress) -> SharedPressAnswer { .local }
}
