package struct SourceHostSettings: Hashable, Sendable {
  package var runnerPath: String
  package var figures: SourceSupervisionFigures
  /// The limit for a line, or for the output of a run.
  package var maximumLineBytes: Int
  /// The lines taken from one source in a second; 0 for the built-in maximum.
  package var lineRate: Int

  package init(
    runnerPath: String, figures: SourceSupervisionFigures = SourceSupervisionFigures(),
    maximumLineBytes: Int = 1 << 20, lineRate: Int = 0
  ) {
    self.runnerPath = runnerPath
    self.figures = figures
    self.maximumLineBytes = maximumLineBytes
    self.lineRate = lineRate
  }
}
