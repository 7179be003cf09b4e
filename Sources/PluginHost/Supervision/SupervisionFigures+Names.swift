import ButtonModel
import Supervision

extension SupervisionFigures {
  /// A figure as a configuration names it; times are milliseconds there.
  package struct Figure: Sendable {
    package let name: String
    /// What it may be.
    package let range: ClosedRange<Double>
    fileprivate let set: @Sendable (inout SupervisionFigures, Double) -> Void
  }

  /// Why a figure is not taken.
  package struct FigureError: Error, Hashable, CustomStringConvertible {
    package let description: String
  }

  /// All figures, in the order of their documentation.
  package static let all: [Figure] = [
    time("startTimeoutMs") { $0.startTimeout = $1 },
    time("startTimeoutCapMs") { $0.startTimeoutCap = $1 },
    time("batchTimeMs") { $0.batchTime = $1 },
    time("batchTimePerButtonMs") { $0.batchTimePerButton = $1 },
    time("batchTimeCapMs") { $0.batchTimeCap = $1 },
    count("firstBatchFactor", 1...100) { $0.firstBatchFactor = UInt64($1) },
    time("stopGraceMs") { $0.stopGrace = $1 },
    time("channelGraceMs") { $0.channelGrace = $1 },
    time("backoffMs") { $0.restarts.backoff = $1 },
    time("backoffCapMs") { $0.restarts.backoffCap = $1 },
    Figure(name: "backoffJitter", range: 0...0.9) { $0.restarts.backoffJitter = $1 },
    time("healthyTimeMs") { $0.restarts.healthyTime = $1 },
    count("intensity", 1...1_000) { $0.restarts.intensity = $1 },
    time("intensityWindowMs") { $0.restarts.intensityWindow = $1 },
    time("probeIntervalMs") { $0.restarts.probeInterval = $1 },
    time("trialTimeMs") { $0.trialTime = $1 },
    time("settleTimeMs") { $0.settleTime = $1 },
    time("settleTimeCapMs") { $0.settleTimeCap = $1 },
  ]

  /// Sets a figure by its name.
  package mutating func set(_ name: String, to value: Double) throws(FigureError) {
    guard let figure = SupervisionFigures.all.first(where: { $0.name == name }) else {
      let names = SupervisionFigures.all.map(\.name)
      throw FigureError(
        description:
          "there is no figure '\(Excerpt(name))'\(NearestName.advice(name, among: names))")
    }
    guard figure.range.contains(value) else {
      throw FigureError(
        description: "\(name) is \(value); it goes from \(figure.range.lowerBound) to "
          + "\(figure.range.upperBound)")
    }
    figure.set(&self, value)
  }

  /// A time of up to a day.
  private static func time(
    _ name: String, _ set: @escaping @Sendable (inout SupervisionFigures, UInt64) -> Void
  ) -> Figure {
    Figure(name: name, range: 0...86_400_000) {
      set(&$0, UInt64($1 * Double(UInt64.millisecond)))
    }
  }

  private static func count(
    _ name: String, _ range: ClosedRange<Double>,
    _ set: @escaping @Sendable (inout SupervisionFigures, Int) -> Void
  ) -> Figure {
    Figure(name: name, range: range) { set(&$0, Int($1)) }
  }
}
