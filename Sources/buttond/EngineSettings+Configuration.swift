import ButtonEngine
import ButtonModel
import ButtonProtocol
import ButtonResolver
import DaemonConfiguration

extension EngineSettings {
  /// The settings that a configuration asks for.
  init(_ settings: DaemonSettings) {
    self.init()
    traits = settings.traits
    take(settings)
  }

  /// Takes what may change while the daemon runs.
  mutating func take(_ settings: DaemonSettings) {
    let limits = settings.limits.general
    maximumFrameRate = settings.frame.maxRate
    frameDeadline = settings.frame.deadline
    maximumFrameBytes = limits.maxFrameBytes
    maximumKeys = limits.keys
    maximumValueBytes = limits.valueBytes
    maximumStateBytes = limits.stateBytes
    maximumButtons = limits.buttons
    maximumGroups = limits.groups
    maximumDefinitionBytes = limits.definitionBytes
    maximumDefinitionsBytes = limits.definitionsBytes
    maximumImageBytes = limits.imageBytes
    maximumLeases = limits.leases
    maximumLeasedKeys = limits.leasedKeys
    maximumUserLeases = limits.userLeases
    maximumUserLeasedKeys = limits.userLeasedKeys
    maximumDerivedKeys = limits.derivedKeys
    maximumDerivedBytes = limits.derivedBytes
    maximumDerivedSteps = limits.derivedSteps
    expressions = limits.expressions
    maximumTraitSets = limits.traitSets
    maximumUserTraitSets = limits.userTraitSets
    clientBytes.connection = limits.connectionBytes
    clientBytes.user = limits.userBytes
    clientBytes.all = limits.clientBytes
    maximumLayouts = limits.layouts
    maximumPresses = limits.presses
  }
}
