import ButtonModel
import Glibc
import Supervision
import TestSupport
import Testing
import UVLoop

@testable import PluginHost

@Suite struct FolderSettlingTests {
  @Test func aFolderSettlesWhenItHasBeenLeftAlone() {
    var settling = FolderSettling(settleTime: 200, settleTimeCap: 2_000)
    #expect(settling.wakeAt == nil)
    settling.changed("a", at: 1_000)
    settling.changed("b", at: 1_050)
    settling.changed("a", at: 1_100)
    #expect(settling.wakeAt == 1_250)
    #expect(settling.settled(at: 1_249) == [])
    #expect(settling.settled(at: 1_250) == ["b"])
    #expect(settling.settled(at: 1_300) == ["a"])
    #expect(settling.wakeAt == nil)
  }

  @Test func aFolderThatNeverRestsIsReadNevertheless() {
    var settling = FolderSettling(settleTime: 200, settleTimeCap: 2_000)
    var reads: [UInt64] = []
    for now in stride(from: 0 as UInt64, to: 10_000, by: 50) {
      settling.changed("a", at: now)
      if !settling.settled(at: now).isEmpty { reads.append(now) }
    }
    #expect(reads == [2_000, 4_050, 6_100, 8_150])
  }
}

extension PluginHostSuite {
  @Suite struct WatchTests {
    private static var quick: SupervisionFigures {
      var figures = HostFixture.patient
      figures.settleTime = 20 * .millisecond
      return figures
    }

    private func start() throws -> HostFixture {
      let fixture = try HostFixture(["good"], figures: Self.quick, watchesFolders: true)
      try fixture.start()
      try fixture.resolve([1])
      fixture.forget()
      return fixture
    }

    @Test(arguments: ["0/lib.so", "0/plugin.json"])
    func aChangedFileIsNoticed(file: String) throws {
      let fixture = try start()
      let text = file.hasSuffix("so") ? "no other library" : ReloadTests.manifest("new")
      fixture.tree.folder.write(text, to: file)
      try fixture.wait(for: .trial(1))
      fixture.host.trialPassed(1)
      try fixture.resolve([1])
      try fixture.finish()
    }

    @Test func aFileThatIsRenamedIntoPlaceIsNoticed() throws {
      let fixture = try start()
      fixture.tree.folder.write("no other library", to: "new.so")
      rename(fixture.tree.folder.file("new.so"), fixture.tree.folder.file("0/lib.so"))
      try fixture.wait(for: .trial(1))
      try fixture.finish()
    }

    @Test func aNewPluginIsFoundOnceItsFolderIsComplete() throws {
      let fixture = try start()
      fixture.tree.makeFolder("later")
      fixture.tree.folder.write(
        ManifestSamples.minimal(id: "org.test.fine", name: "fine"), to: "later/plugin.json")
      try fixture.run(until: "the refusal of one half") {
        fixture.news.contains { if case .said(_, .error) = $0 { true } else { false } }
      }
      fixture.tree.folder.write("no library", to: "later/lib.so")
      try fixture.wait(for: .ready(2))
      #expect(fixture.news.filter { $0 == .added(2) }.count == 1)
      #expect(fixture.host.plugins.map(\.shortName) == ["good", "fine"])
      try fixture.resolve([1], in: 2)
      try fixture.resolve([1], in: 1)
      try fixture.finish()
    }

    @Test func aNewPluginUnderAKnownIDOrNameMakesWay() throws {
      let fixture = try start()
      fixture.tree.add("same", manifest: ManifestSamples.minimal(id: "org.test.good", name: "x"))
      try fixture.run(until: "the refusal") {
        fixture.news.contains { if case .said(_, .error) = $0 { true } else { false } }
      }
      fixture.tree.add(
        "likewise", manifest: ManifestSamples.minimal(id: "org.other.fine", name: "good"))
      try fixture.wait(for: .ready(2))
      #expect(fixture.host.plugins.map(\.manifest.id) == ["org.test.good", "org.other.fine"])
      #expect(fixture.host.plugins.map(\.shortName).first == "good")
      try fixture.finish()
    }

    @Test func thousandsOfFoldersAtOnceHoldTheLoopUpForMomentsOnly() throws {
      let fixture = try start()
      for number in 0..<3_000 {
        fixture.tree.makeFolder("new\(number)")
        fixture.tree.folder.write("{", to: "new\(number)/plugin.json")
      }
      fixture.tree.add(
        "zlast", manifest: ManifestSamples.minimal(id: "org.test.fine", name: "fine"))
      // A turn that looked at all of them would take as long as all of it does.
      let began = Deadline.now
      var longest: UInt64 = 0
      var turns = 0
      let tick = try Timer(on: fixture.loop) {}
      try tick.start(after: 1, every: 1)
      let deadline = Deadline(seconds: 60)
      // The folders come in any order.
      while fixture.readyCount(2) == 0 || refusals(fixture) < 3_000, !deadline.hasPassed {
        let turn = Deadline.now
        fixture.loop.run(.oneTurn)
        longest = max(longest, Deadline.now - turn)
        turns += 1
      }
      tick.close()
      print(
        "\(turns) turns in \((Deadline.now - began) / 1_000_000) ms, the longest \(longest / 1_000_000) ms"
      )
      #expect(fixture.readyCount(2) == 1 && refusals(fixture) == 3_000)
      #expect(turns > 3_000 / FolderWatch.foldersPerTurn)
      try fixture.finish()
    }

    private func refusals(_ fixture: HostFixture) -> Int {
      fixture.news.count { if case .said(_, .error) = $0 { true } else { false } }
    }

    @Test func aFolderThatGoesAndComesBackIsNoticed() throws {
      let fixture = try start()
      let (here, there) = (fixture.tree.folder.file("0"), fixture.tree.folder.file(".away"))
      for _ in 1...3 {
        rename(here, there)
        try fixture.run(until: "the loss") { fixture.host.status(of: 1).state == .failed }
        rename(there, here)
        try fixture.run(until: "the return") { fixture.host.status(of: 1).state == .running }
      }
      try fixture.resolve([1])
      fixture.tree.folder.write("no other library", to: "0/lib.so")
      try fixture.wait(for: .trial(1))
      try fixture.finish()
    }

    @Test func aPluginWhoseFolderGetsAnotherNameStaysTheSame() throws {
      let fixture = try start()
      rename(fixture.tree.folder.file("0"), fixture.tree.folder.file("1"))
      try fixture.run(until: "its new place") {
        fixture.host.plugins[0].folder.hasSuffix("/1")
          && fixture.host.status(of: 1).state == .running
      }
      #expect(fixture.host.plugins.count == 1)
      try fixture.resolve([1])
      try fixture.finish()
    }

    @Test func aDeepLibraryIsWatchedToo() throws {
      let fixture = try startDeep()
      fixture.tree.folder.write("no other library", to: "p/x86/lib.so")
      try fixture.wait(for: .trial(1))
      try fixture.finish()
    }

    /// A plugin whose library is in a folder of its folder.
    private func startDeep() throws -> HostFixture {
      let tree = PluginTree()
      tree.makeFolder("p")
      tree.makeFolder("p/x86")
      tree.add(
        "p",
        manifest: ManifestSamples.minimal(id: "org.test.good", name: "good", library: "x86/lib.so"),
        library: "x86/lib.so")
      let fixture = try HostFixture(tree, figures: Self.quick, watchesFolders: true)
      try fixture.start()
      return fixture
    }

    @Test func aDeepFolderThatIsMadeAnewIsWatchedAgain() throws {
      let fixture = try startDeep()
      let tree = fixture.tree
      PluginFile.removeTree(tree.folder.file("p/x86"))
      tree.makeFolder("p/x86")
      tree.folder.write("another library", to: "p/x86/lib.so")
      try fixture.wait(for: .trial(1))
      fixture.host.trialPassed(1)
      fixture.forget()
      tree.folder.write("a third library", to: "p/x86/lib.so")
      try fixture.wait(for: .trial(1))
      try fixture.finish()
    }

    /// A plugin with resources, and what becomes of it.
    private func startWithResources(_ more: String = "") throws -> HostFixture {
      let tree = PluginTree()
      tree.makeFolder("p")
      tree.makeFolder("p/images")
      tree.makeFolder("p/images/small")
      tree.folder.write("a star", to: "p/images/small/star.txt")
      tree.add(
        "p",
        manifest: ManifestSamples.minimal(
          id: "org.test.good", name: "good", more: ", \"permissions\": {\"resources\": true}"))
      let fixture = try HostFixture(tree, figures: Self.quick, watchesFolders: true)
      try fixture.start()
      return fixture
    }

    /// Waits for the next version, and lets it take over.
    private func takeOver(_ fixture: HostFixture) throws {
      try fixture.wait(for: .trial(1))
      fixture.host.trialPassed(1)
      try fixture.resolve([1])
      fixture.forget()
    }

    @Test func resourcesInFoldersAreWatchedWhereverTheyMove() throws {
      let fixture = try startWithResources()
      let folder = fixture.tree.folder
      folder.write("a moon", to: "p/images/small/star.txt")
      try takeOver(fixture)
      fixture.tree.makeFolder("p/images/new")
      fixture.tree.makeFolder("p/images/new/deep")
      folder.write("a sun", to: "p/images/new/deep/sun.txt")
      try takeOver(fixture)
      folder.write("a red sun", to: "p/images/new/deep/sun.txt")
      try takeOver(fixture)
      rename(folder.file("p/images/new"), folder.file("p/moved"))
      try takeOver(fixture)
      folder.write("a blue sun", to: "p/moved/deep/sun.txt")
      try takeOver(fixture)
      #expect(!fixture.news.contains { if case .said(_, .warning) = $0 { true } else { false } })
      try fixture.finish()
    }

    @Test func aFolderOfResourcesThatGoesIsNoticed() throws {
      let fixture = try startWithResources()
      PluginFile.removeTree(fixture.tree.folder.file("p/images"))
      try takeOver(fixture)
      try fixture.finish()
    }

    @Test func aFolderOfPluginsThatIsRemovedAndMadeAnewIsNoticed() throws {
      let tree = PluginTree(root: "plugins")
      let manifest = ManifestSamples.minimal(id: "org.test.good", name: "good")
      tree.makeFolder("plugins")
      tree.add("p", manifest: manifest)
      let fixture = try HostFixture(tree, figures: Self.quick, watchesFolders: true)
      try fixture.start()
      for round in 1...3 {
        PluginFile.removeTree(tree.path)
        if round < 3 {
          try fixture.run(until: "the loss") { fixture.host.status(of: 1).state == .failed }
        }
        tree.makeFolder("plugins")
        tree.add("p", manifest: manifest)
        try fixture.run(until: "the return") { fixture.host.status(of: 1).state == .running }
      }
      try fixture.resolve([1])
      fixture.forget()
      tree.folder.write("no other library", to: "plugins/p/lib.so")
      try fixture.wait(for: .trial(1))
      tree.add("new", manifest: ManifestSamples.minimal(id: "org.test.fine", name: "fine"))
      try fixture.wait(for: .ready(2))
      #expect(!fixture.news.contains { if case .said(_, .warning) = $0 { true } else { false } })
      try fixture.finish()
    }

    @Test func aFolderOfPluginsThatIsSwappedForAnotherIsNoticed() throws {
      let tree = PluginTree(root: "plugins")
      tree.makeFolder("plugins")
      tree.add("p", manifest: ManifestSamples.minimal(id: "org.test.good", name: "good"))
      var other = tree
      other.root = "other"
      tree.makeFolder("other")
      other.add("p", manifest: ReloadTests.manifest("other"))
      other.add("q", manifest: ManifestSamples.minimal(id: "org.test.fine", name: "fine"))
      let fixture = try HostFixture(tree, figures: Self.quick, watchesFolders: true)
      try fixture.start()
      rename(tree.path, tree.folder.file("old"))
      rename(other.path, tree.path)
      try fixture.wait(for: .trial(1))
      fixture.host.trialPassed(1)
      try fixture.wait(for: .ready(2))
      #expect(fixture.host.plugins[0].manifest.description == "other")
      try fixture.finish()
    }

    @Test(arguments: ["plugins", "a/b/plugins"])
    func aFolderOfPluginsThatIsNotThereYetIsWaitedFor(root: String) throws {
      let tree = PluginTree(root: root)
      let fixture = try HostFixture(tree, figures: Self.quick, watchesFolders: true)
      try fixture.host.start()
      for _ in 1...2 {
        var folder = ""
        for part in root.split(separator: "/") {
          folder += folder.isEmpty ? "\(part)" : "/\(part)"
          tree.makeFolder(folder)
          fixture.loop.run(.withoutWaiting)
        }
        tree.add("p", manifest: ManifestSamples.minimal(id: "org.test.good", name: "good"))
        try fixture.wait(for: .ready(1))
        fixture.forget()
        PluginFile.removeTree(tree.folder.file(String(root.prefix { $0 != "/" })))
        try fixture.run(until: "the loss") { fixture.host.status(of: 1).state == .failed }
      }
      #expect(!fixture.news.contains { if case .said(_, .warning) = $0 { true } else { false } })
      try fixture.finish()
    }

    @Test func manyChangesAreOneReload() throws {
      let fixture = try start()
      for number in 1...200 {
        fixture.tree.folder.write("no library \(number)", to: "0/lib.so")
        fixture.loop.run(.withoutWaiting)
      }
      try fixture.wait(for: .trial(1))
      fixture.host.trialPassed(1)
      try fixture.resolve([1])
      #expect(fixture.news.filter { $0 == .replaced(1) }.count == 1)
      try fixture.finish()
    }
  }
}
