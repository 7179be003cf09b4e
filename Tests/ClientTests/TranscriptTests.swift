import TestSupport
import Testing

/// The client libraries in Swift, Python and JavaScript do the same against live daemons: each is built
/// and installed as its users would have it, the one for pages in a browser behind a gateway, and plays all
/// transcripts of Tests/Clients/Transcripts. A finger does the same on the elements for pages and Qt Quick.
@Suite(.blocking) struct TranscriptTests {
  /// A library and the API of it that is driven.
  enum Library: String, CaseIterable {
    case swift
    case python
    case asyncio
    case node
    case page
  }

  private static let folder = InstalledPrefix.tests + "/Clients"

  /// The packages, installed where nothing else is; made once.
  private static let packages = Result(catching: InstalledClients.init)

  /// All twelve of Tests/Clients/Transcripts, one after the other, one of random gestures, and of those libraries
  /// that can wait for a daemon at their beginning one more. Ten seconds: a slow reader takes four of them, a call
  /// that is given up two, gestures three, and the libraries play beside each other.
  @Test(arguments: Library.allCases) func aLibraryPlaysEachTranscript(library: Library) throws {
    let more = library == .swift ? [] : ["arrive.json", "images.json"]
    let driver: [String]
    switch library {
    case .swift: driver = [Products.path("client-driver")]
    case .python: driver = [try Self.packages.get().python, Self.folder + "/driver.py", "sync"]
    case .asyncio: driver = [try Self.packages.get().python, Self.folder + "/driver.py", "asyncio"]
    case .node: driver = ["node", Self.folder + "/driver.mjs", try Self.packages.get().module]
    case .page: driver = [Self.folder + "/driver-page", try InstalledPrefix().path]
    }
    let output = try Self.play(["Transcripts", "fingers.json"] + more, driver)
    #expect(output == "\(13 + more.count) transcripts\n")
  }

  @Test func anElementPerformsWhatAPointerMakesOfIt() throws {
    let driver = [Self.folder + "/driver-page", try InstalledPrefix().path, "element"]
    #expect(try Self.play(["fingers.json"], driver) == "1 transcripts\n")
  }

  @Test(.enabled(if: QMLRunner.isInstalled, "scripts/setup --tests installs Qt's test runner"))
  func theElementForQtQuickPerformsWhatAMouseMakesOfIt() throws {
    let driver = [Self.folder + "/driver-qml", try InstalledPrefix().path]
    #expect(try Self.play(["fingers.json"], driver) == "1 transcripts\n")
  }

  /// What `play` prints of transcripts in Tests/Clients.
  private static func play(_ names: [String], _ driver: [String]) throws -> String {
    let transcripts = names.map { "\(folder)/\($0)" }.joined(separator: ",")
    let outcome = try Program.run(
      folder + "/play", [try InstalledPrefix().path, transcripts] + driver,
      by: Deadline(seconds: 300 + Double(scaled(20))))
    #expect(outcome.end == .exited(0), "\(outcome.error)")
    return outcome.output
  }

  /// What it does with daemons that no daemon is: the claims are in Tests/Clients/session.test.mjs.
  @Test func theSessionInJavaScriptOutlivesWhatNoDaemonSends() throws {
    let outcome = try Program.run(
      "node", ["--test", Self.folder + "/session.test.mjs"],
      environment: ["BUTTOND_PACKAGE": try Self.packages.get().module])
    #expect(outcome.end == .exited(0), "\(outcome.output)")
  }
}
