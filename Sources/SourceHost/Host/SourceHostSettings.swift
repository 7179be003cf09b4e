/// What a source host is to work with.
package struct SourceHostSettings: Hashable, Sendable {
  /// The path of `buttond-runner`.
  package var runnerPath: String
  package var figures: SourceSupervisionFigures
  /// The most bytes of a line, or of the output of a run.
  package var maximumLineBytes: Int
  /// Lines of one source that are taken in a second; 0 for as many as any source may print.
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
