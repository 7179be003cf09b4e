/// A numbered request as the engine gets it.
package struct FleetRequest: Hashable, Sendable {
  package var number: RequestNumber
  /// The lowest number of the life whose outcome its daemon does not have yet.
  package var oldestOpen: UInt64
  package var condition: FleetCursor?
  /// How many entries the log must keep.
  package var logLength: Int
  /// Done in one step; empty to use the number up.
  package var operations: [FleetOperation]
  package var effect: FleetEffect?
  package var actionLimit: Int

  package init(
    _ number: RequestNumber, oldestOpen: UInt64 = 1, condition: FleetCursor? = nil,
    logLength: Int = 100_000, _ operations: [FleetOperation] = [], effect: FleetEffect? = nil,
    actionLimit: Int = ScopeSettings.maximumActions
  ) {
    self.number = number
    self.oldestOpen = oldestOpen
    self.condition = condition
    self.logLength = logLength
    self.operations = operations
    self.effect = effect
    self.actionLimit = actionLimit
  }
}
