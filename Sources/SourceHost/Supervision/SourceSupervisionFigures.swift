package import Supervision

/// All times are nanoseconds.
package struct SourceSupervisionFigures: Hashable, Sendable {
  /// As for plugins, but the fifth death in a minute is a quarantine, and probes come every five
  /// minutes.
  package var restarts: RestartFigures = {
    var figures = RestartFigures()
    figures.intensity = 4
    figures.probeInterval = 5 * 60_000 * .millisecond
    return figures
  }()
  /// The time from SIGTERM to the kill.
  package var stopGrace: UInt64 = 500 * .millisecond
  /// The time from the end of its output to the kill of a program that is still there.
  package var outputGrace: UInt64 = 1_000 * .millisecond
  /// The time from the order to the runner to kill everything, for which it takes up to 2 s, to the
  /// kill of the runner.
  package var killGrace: UInt64 = 2_500 * .millisecond
  /// The longest run of a polled source, unless its interval is shorter.
  package var runTimeCap: UInt64 = 60_000 * .millisecond
  /// What a run may take at least, even with a shorter interval.
  package var runTime: UInt64 = 5_000 * .millisecond

  package init() {}

  /// The longest run of a source polled at an interval.
  package func runDeadline(interval: UInt64) -> UInt64 {
    max(runTime, min(interval, runTimeCap))
  }

  /// Sets a figure, for tests; times are milliseconds. False if the name is unknown.
  package mutating func set(_ name: String, to value: Double) -> Bool {
    guard value >= 0, value <= 86_400_000 else { return false }
    let time = UInt64(value * Double(UInt64.millisecond))
    switch name {
    case "backoffMs": restarts.backoff = time
    case "backoffCapMs": restarts.backoffCap = time
    case "healthyTimeMs": restarts.healthyTime = time
    case "intensity": restarts.intensity = Int(value)
    case "probeIntervalMs": restarts.probeInterval = time
    case "stopGraceMs": stopGrace = time
    case "outputGraceMs": outputGrace = time
    case "killGraceMs": killGrace = time
    case "runTimeMs": runTime = time
    case "runTimeCapMs": runTimeCap = time
    default: return false
    }
    return true
  }
}
