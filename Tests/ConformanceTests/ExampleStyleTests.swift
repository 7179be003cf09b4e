import TestSupport
import Testing

/// The five styles of `docs/examples/styles`, which stand in for the shipped ones: the same tables, and
/// `plugin check` as for any author.
@Suite(.serialized, .blocking, .exampleDaemon) struct ExampleStyleTests {
  /// Tables of the shipped plugins that hold for these too, and what is said of these alone.
  static let files = Result {
    try ["3-outline", "6-themed", "examples/styles"].map { try CaseFile($0) }
  }

  static var cases: [ConformanceCase] { (try? files.get())?.flatMap(\.cases) ?? [] }

  @Test(arguments: cases) func theRowHolds(_ row: ConformanceCase) throws {
    if let difference = try CasePlayer.play(row) { Issue.record("\(difference)") }
  }

  @Test func everyRowOfTheFiveStylesHasACase() throws {
    let cases = try Self.files.get().flatMap(\.cases)
    let rows = Set(cases.map(\.row))
    let wanted =
      (1...3).map { "O\($0)" } + (1...7).map { "A\($0)" } + (3...9).map { "G\($0)" } + ["P13"]
      + (1...8).map { "N\($0)" }
    for row in wanted { #expect(rows.contains(row), "\(row) has no case") }
    #expect(cases.count { $0.file == "6-themed" } == 7 * 4 * 3 * 2)
  }

  @Test func theSpecifiedColorsAreAllThatTheStrictCheckWarnsOf() throws {
    let prefix = try InstalledPrefix()
    // What one worker can tell, and in the soak the rest, which takes many.
    let surveyed = ["answers", "range", "undeclared-reads", "states", "contrast", "output"]
    let only = scaled(2, few: 1) > 1 ? [] : surveyed.flatMap { ["--only", $0] }
    for name in ExampleStyles.names {
      let done = try Program.run(
        prefix.client,
        ["--json", "plugin", "check", "--strict", ExampleDaemon.folder(of: name)] + only,
        by: Deadline(seconds: 200))
      let report = try JSONTree(parsing: done.output)
      let items = report["items"]?.elements ?? []
      #expect(items.count >= surveyed.count, "\(name): \(done.error)")
      for item in items {
        let id = item["id"]?.string ?? ""
        let status = item["status"]?.string ?? ""
        // The colours are the specification's; a button is slow where tests run beside it. A plugin
        // of handlers has no look to measure.
        let isAllowed =
          status == "warning" && ["contrast", "time"].contains(id)
          || status == "skipped" && name == "checkout" && ["contrast", "states"].contains(id)
        #expect(
          status == "success" || isAllowed,
          "\(name): \(id): \(status) \(item["findings"]?.text ?? "")")
      }
    }
  }
}

/// Gives a suite one daemon with the example styles in place of the shipped plugins.
struct ExampleDaemon: SuiteTrait, TestScoping {
  /// The folders of the plugins, within the suite.
  @TaskLocal private static var styles = ""

  /// The folder of a plugin, within the suite.
  static func folder(of name: String) -> String { "\(styles)/\(name)" }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let styles = try ExampleStyles()
    try await ExampleDaemon.$styles.withValue(styles.path) {
      try await LiveDaemon.run(
        ["--no-installed-plugins", "--plugins", styles.path], performing: function)
    }
    withExtendedLifetime(styles) {}
  }
}

extension Trait where Self == ExampleDaemon {
  /// One daemon with the example styles for all of a suite.
  static var exampleDaemon: ExampleDaemon { ExampleDaemon() }
}
