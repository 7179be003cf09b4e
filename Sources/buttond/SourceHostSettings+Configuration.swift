import ButtonProtocol
import DaemonConfiguration
import Glibc
import SourceHost

extension SourceHostSettings {
  /// Figures of supervision for tests: `backoffMs=1,probeIntervalMs=500`.
  static let figuresVariable = "BUTTOND_SOURCE_FIGURES"

  init(_ settings: DaemonSettings, _ layout: InstalledLayout) throws(DaemonError) {
    let limits = settings.limits
    self.init(
      runnerPath: layout.runnerPath, figures: try SourceHostSettings.figures(),
      maximumLineBytes: limits.maxLineBytes, lineRate: limits.requestRate)
  }

  private static func figures() throws(DaemonError) -> SourceSupervisionFigures {
    var figures = SourceSupervisionFigures()
    guard let text = Environment.value(figuresVariable) else { return figures }
    for part in text.split(separator: ",") {
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2, let value = Double(pair[1]), figures.set(pair[0], to: value) else {
        throw DaemonError("\(figuresVariable): '\(part)' is not NAME=NUMBER with a known name")
      }
    }
    return figures
  }
}
