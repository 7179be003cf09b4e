/// How often a plugin's worker died of late, and what follows for its next start.
struct DeathRecord {
  private let figures: SupervisionFigures
  private var step = 0
  private var hasRestartedAtOnce = false
  /// When it died, on a clock that stands still while it waits to be restarted: else long waits
  /// would hide a plugin that does nothing but die.
  private var deaths: [UInt64] = []
  private var timeWaited: UInt64 = 0
  private var waitingSince: UInt64?

  /// Whether there is nothing to forget.
  var isEmpty: Bool { step == 0 && !hasRestartedAtOnce && deaths.isEmpty }

  /// A record without a death.
  init(figures: SupervisionFigures) {
    self.figures = figures
  }

  /// `now` on the clock of the deaths.
  func stamp(at now: UInt64) -> UInt64 { now - timeWaited }

  /// Counts a death; true says that there were too many.
  mutating func count(_ stamp: UInt64) -> Bool {
    deaths.removeAll { stamp - $0 >= figures.intensityWindow }
    deaths.append(stamp)
    return deaths.count > figures.intensity
  }

  /// Takes back a death that has found its explanation.
  mutating func uncount(_ stamp: UInt64) {
    guard let index = deaths.firstIndex(of: stamp) else { return }
    deaths.remove(at: index)
  }

  /// How long to wait before the next start. The first death of a worker that had answered well is
  /// made good at once.
  mutating func nextDelay(hadAnsweredWell: Bool, jitter: Double) -> UInt64 {
    if hadAnsweredWell && !hasRestartedAtOnce {
      hasRestartedAtOnce = true
      return 0
    }
    defer { step += 1 }
    return figures.backoffDelay(step: step, jitter: jitter)
  }

  /// A wait before a start begins.
  mutating func beginWaiting(_ now: UInt64) {
    waitingSince = now
  }

  /// The wait, if there was one, is over.
  mutating func endWaiting(_ now: UInt64) {
    guard let since = waitingSince else { return }
    timeWaited += now - since
    waitingSince = nil
  }

  /// The worker has proved itself, or somebody said so.
  mutating func forget() {
    step = 0
    hasRestartedAtOnce = false
    deaths.removeAll(keepingCapacity: true)
  }
}
