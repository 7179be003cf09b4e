import ArgumentParser

/// How much of something endless is wanted.
struct CountOption: ParsableArguments {
  @Option(help: "End after that many frames; the first is what there is at the beginning.")
  var count: Int?

  func validate() throws {
    if let count, count < 1 { throw ValidationError("--count is at least 1") }
  }
}
