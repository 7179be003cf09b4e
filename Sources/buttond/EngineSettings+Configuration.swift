import ButtonEngine
import ButtonProtocol
import DaemonConfiguration

extension EngineSettings {
  init(_ settings: DaemonSettings) {
    self.init()
    traits = settings.traits
    limits = settings.limits
    take(settings)
  }

  /// Takes what may change while the daemon runs.
  mutating func take(_ settings: DaemonSettings) {
    maximumFrameRate = settings.frame.maxRate
    frameDeadline = settings.frame.deadline
    limits = settings.limits.taken(by: limits)
  }
}
