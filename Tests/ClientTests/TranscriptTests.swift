import TestSupport
import Testing

/// The client libraries in Swift, Python and JavaScript do the same against live daemons: each is built
/// and installed as its users would have it, and plays all transcripts of Tests/Clients/Transcripts.
@Suite(.blocking) struct TranscriptTests {
  /// A library and the API of it that is driven.
  enum Library: String, CaseIterable {
    case swift
    case python
    case asyncio
    case node
  }

  private static let folder = InstalledPrefix.tests + "/Clients"

  /// The packages, installed where nothing else is; made once.
  private static let packages = Result(catching: InstalledClients.init)

  /// All ten of Tests/Clients/Transcripts, one after the other.
  @Test(arguments: Library.allCases) func aLibraryPlaysEachTranscript(library: Library) throws {
    let said = try play("Transcripts", to: library)
    #expect(said == "10 transcripts\n")
  }

  /// Those that can wait for a daemon at their beginning.
  @Test(arguments: [Library.python, .asyncio, .node])
  func aClientThatWaitsOutwaitsADaemonThatHangsUp(library: Library) throws {
    _ = try play("arrive.json", to: library)
  }

  private func play(_ transcript: String, to library: Library) throws -> String {
    let driver: [String]
    switch library {
    case .swift: driver = [try InstalledClients.driver()]
    case .python: driver = [try Self.packages.get().python, Self.folder + "/driver.py", "sync"]
    case .asyncio: driver = [try Self.packages.get().python, Self.folder + "/driver.py", "asyncio"]
    case .node: driver = ["node", Self.folder + "/driver.mjs", try Self.packages.get().module]
    }
    let outcome = try Program.run(
      Self.folder + "/play",
      [try InstalledPrefix().path, "\(Self.folder)/\(transcript)"] + driver,
      by: Deadline(seconds: 300))
    #expect(outcome.end == .exited(0), "\(outcome.error)")
    return outcome.output
  }
}
