import TestSupport
import Testing

extension DaemonFileTests {
  /// Schemas, the template and the tables of pages are made of what the daemon prints of its settings.
  @Suite struct SettingsDescriptionTests {
    @Test func thePublishedSettingsAreThoseOfTheDaemon() throws {
      let described = try Program.run(InstalledPrefix().daemon, ["--describe", "settings"])
      #expect(described.end == .exited(0), "\(described.error)")
      try PublishedTable.compare(described.output, "settings.json")
    }

    @Test(arguments: [["--describe"], ["--describe", "limits"], ["--describe="]])
    func whatCannotBeDescribedIsRefused(_ words: [String]) throws {
      let refused = try Program.run(InstalledPrefix().daemon, words)
      #expect(refused.end == .exited(64))
      #expect(refused.error.contains("--describe"), "\(refused.error)")
    }
  }
}
