import ButtonModel
import ButtonProtocol
import ButtonService
import DaemonConfiguration
import FleetLink
import UVLoop

extension Fleet {
  convenience init(
    _ fleet: FleetSettings, _ settings: DaemonSettings, _ service: Service, on loop: Loop
  ) throws(FleetRoutes.Overlap) {
    try self.init(
      fleet.settings(settings.limits), service,
      life: { Life(rawValue: UInt64.random(in: 0 ... .max)) },
      clock: { [unowned loop] in loop.hrtime })
  }
}

extension FleetSettings {
  func settings(_ limits: Limits) -> [ScopeSettings] {
    scopes.map { ScopeSettings($0, grace: grace, limits) }
  }
}

extension ScopeSettings {
  fileprivate init(_ scope: FleetScopeSettings, grace: UInt64, _ limits: Limits) {
    let rules = Dictionary(
      scope.offline.map { ($0.prefix, KeyClass($0.rule)) }, uniquingKeysWith: { $1 })
    func prefixes(_ names: [UTF8String]) -> [ScopeSettings.Prefix] {
      let more = rules.keys.filter { rule in
        !names.contains(rule) && names.contains { rule.isUnder($0) }
      }
      return (names + more.sorted()).map { ScopeSettings.Prefix($0, rules[$0] ?? .refuse) }
    }
    self.init(
      name: UTF8String(scope.name),
      keys: prefixes(scope.keys), buttons: prefixes(scope.buttons),
      definitions: prefixes(scope.definitions))
    isReadOnly = scope.access == .read
    self.grace = grace
    answersByOutcome = scope.answer != .applied
    outcomesAreSynced = scope.answer == .synced
    maximumChanges = limits.fleetQueue
    maximumQueueBytes = limits.fleetQueueBytes
    maximumKeptBytes = limits.fleetKeptBytes
    maximumActions = limits.fleetActions
    maximumValueBytes = limits.valueBytes
    maximumSnapshotBytes = limits.stateBytes
  }
}

extension KeyClass {
  fileprivate init(_ rule: FleetScopeSettings.Offline) {
    switch rule {
    case .refuse: self = .refuse
    case .count: self = .count
    case .yield: self = .yield
    case .overwrite: self = .overwrite
    }
  }
}
