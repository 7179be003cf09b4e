import ButtonModel
package import ButtonProtocol
import Supervision

extension SupervisionFigures {
  /// A figure as a configuration names it, with times in milliseconds.
  package struct Figure: Sendable {
    package let setting: Setting
    fileprivate let set: @Sendable (inout SupervisionFigures, Double) -> Void

    package var name: String { "\(setting.name)" }
  }

  package struct FigureError: Error, Hashable, CustomStringConvertible {
    package let description: String
  }

  package static let all: [Figure] = [
    time("startTimeoutMs", \.startTimeout, "start to hello; where the manifest says nothing else"),
    time("startTimeoutCapMs", \.startTimeoutCap, "the most that a manifest may ask for"),
    time("batchTimeMs", \.batchTime, "what a batch may take"),
    time("batchTimePerButtonMs", \.batchTimePerButton, "what each button of a batch adds"),
    time("batchTimeCapMs", \.batchTimeCap, "the most that a batch may take, with all its buttons"),
    Figure("firstBatchFactor", 1...100, "how much longer a worker's first batch may take") {
      Double($0.firstBatchFactor)
    } set: {
      $0.firstBatchFactor = UInt64($1)
    },
    time("pressTimeMs", \.pressTime, "what a style that decides presses may take for an event"),
    time("stopGraceMs", \.stopGrace, "from being told to stop to being killed"),
    time("channelGraceMs", \.channelGrace, "from a closed channel to being killed"),
    time(
      "backoffMs", \.restarts.backoff,
      "before the second restart; then twice as long each time"),
    time("backoffCapMs", \.restarts.backoffCap, "the longest time before a restart"),
    Figure("backoffJitter", 0...0.9, "the share by which a time before a restart varies") {
      $0.restarts.backoffJitter
    } set: {
      $0.restarts.backoffJitter = $1
    },
    time("healthyTimeMs", \.restarts.healthyTime, "after this time deaths are forgotten"),
    Figure("intensity", 1...1_000, "deaths in a window; one more is a quarantine") {
      Double($0.restarts.intensity)
    } set: {
      $0.restarts.intensity = Int($1)
    },
    time("intensityWindowMs", \.restarts.intensityWindow, "that window"),
    time("probeIntervalMs", \.restarts.probeInterval, "from one try in a quarantine to the next"),
    time("trialTimeMs", \.trialTime, "what a newer version may take to prove itself"),
    time(
      "settleTimeMs", \.settleTime,
      "for so long a plugin's folder must be left alone to be read again"),
    time("settleTimeCapMs", \.settleTimeCap, "after so long it is read nevertheless"),
  ]

  package mutating func set(_ name: String, to value: Double) throws(FigureError) {
    guard let figure = SupervisionFigures.all.first(where: { $0.name == name }) else {
      let names = SupervisionFigures.all.map(\.name)
      throw FigureError(
        description:
          "there is no figure '\(Excerpt(name))'\(NearestName.advice(name, among: names))")
    }
    let range = figure.setting.range
    guard range.contains(value) else {
      throw FigureError(
        description: "\(name) is \(value); it goes from \(range.lowerBound) to \(range.upperBound)")
    }
    figure.set(&self, value)
  }

  /// Up to a day.
  private static func time(
    _ name: StaticString, _ path: any WritableKeyPath<SupervisionFigures, UInt64> & Sendable,
    _ text: StaticString
  ) -> Figure {
    let millisecond = Double(UInt64.millisecond)
    return Figure(name, 0...86_400_000, text) {
      Double($0[keyPath: path]) / millisecond
    } set: {
      $0[keyPath: path] = UInt64($1 * millisecond)
    }
  }
}

extension SupervisionFigures.Figure {
  fileprivate init(
    _ name: StaticString, _ range: ClosedRange<Double>, _ text: StaticString,
    get: (SupervisionFigures) -> Double,
    set: @escaping @Sendable (inout SupervisionFigures, Double) -> Void
  ) {
    setting = Setting(
      "plugins.limits", name, .number, range, usual: get(SupervisionFigures()), needsRestart: true,
      text)
    self.set = set
  }
}
