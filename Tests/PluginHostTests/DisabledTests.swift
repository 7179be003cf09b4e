import ButtonModel
import Glibc
import Supervision
import TestSupport
import Testing
import UVLoop

@testable import PluginHost

@Suite struct DisabledListTests {
  @Test func whatIsWrittenIsReadAgain() {
    var list = DisabledList()
    for name in ["b", "a", "b"] { list.add("org.test.\(name)") }
    #expect(list.entries == ["org.test.b", "org.test.a"])
    #expect(DisabledList(list.text) == list)
    list.remove("org.test.b")
    #expect(!list.contains("org.test.b"))
    #expect(DisabledList(list.text) == list)
  }

  @Test func theOldestAreForgottenBeyondTheCapacity() {
    var list = DisabledList()
    for number in 0...DisabledList.capacity { list.add("org.test.p\(number)") }
    #expect(list.entries.count == DisabledList.capacity)
    #expect(!list.contains("org.test.p0"))
    #expect(DisabledList(list.text) == list)
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"version":3,"disabled":[]}"#, #"{"version":1,"disabled":{}}"#,
    #"{"version":1,"disabled":["../x"]}"#, #"{"version":1,"disabled":[1]}"#,
    #"{"version":1,"disabled":["org.test.a","org.test.a"]}"#,
  ])
  func anythingElseIsNoList(text: String) {
    #expect(DisabledList(Array(text.utf8)) == nil)
  }
}

extension PluginHostSuite {
  @Suite struct DisabledTests {
    private func makeTree() -> PluginTree {
      let tree = PluginTree()
      tree.add("0", manifest: ManifestSamples.minimal(id: "org.test.good", name: "good"))
      return tree
    }

    @Test func aPluginThatWasDisabledStaysOffInLaterLivesUntilItIsEnabled() throws {
      let (tree, state) = (makeTree(), TemporaryFolder())
      let first = try HostFixture(tree, stateFolder: state.path)
      try first.start()
      first.host.disable(1)
      try first.run(until: "the end") { first.host.status(of: 1).state == .disabled }
      try first.finish()

      let second = try HostFixture(tree, stateFolder: state.path)
      try second.host.start()
      #expect(second.host.status(of: 1).state == .disabled)
      #expect(try second.reload() != nil)
      #expect(second.host.status(of: 1).state == .disabled)
      second.host.enable(1)
      try second.wait(for: .ready(1))
      try second.finish()

      let third = try HostFixture(tree, stateFolder: state.path)
      try third.start()
      try third.finish()
    }

    @Test func anOrderRightBeforeTheEndIsKept() throws {
      let (tree, state) = (makeTree(), TemporaryFolder())
      let first = try HostFixture(tree, stateFolder: state.path)
      try first.start()
      for _ in 1...5 {
        first.host.disable(1)
        first.host.enable(1)
      }
      first.host.disable(1)
      try first.finish()
      #expect(
        StateListFile<DisabledList>(folder: state.path).read().list.entries == ["org.test.good"])
    }

    @Test func ordersThatWaitForTheDiskShareAWrite() throws {
      let state = TemporaryFolder()
      let loop = try Loop()
      let files = SerialWorkQueue(on: loop)
      let kept = PersistentList<DisabledList>(in: state.path, files) { _ in }
      #expect(!kept.whenKept { _ in }, "nothing is to be written")
      var told: [[String]] = []
      for number in 1...20 {
        kept.change { $0.add("org.test.p\(number)") }
        let isLater = kept.whenKept { failure in
          #expect(failure == nil)
          told.append(StateListFile<DisabledList>(folder: state.path).read().list.entries)
        }
        #expect(isLater && told.isEmpty)
      }
      var isIdle = false
      files.finish { isIdle = true }
      let deadline = Deadline()
      while !isIdle, !deadline.hasPassed { loop.run(.oneTurn) }
      #expect(told.count == 20)
      for (index, plugins) in told.enumerated() {
        #expect(plugins.contains("org.test.p\(index + 1)"))
      }
      #expect(Set(told).count == 2, "what came during a write is the next one")
      #expect(!kept.whenKept { _ in })
      loop.close()
    }

    @Test func anOrderThatCannotBeKeptIsTriedAgainWithTheNext() throws {
      let (tree, state) = (makeTree(), TemporaryFolder())
      let fixture = try HostFixture(tree, stateFolder: state.path)
      try fixture.start()
      // What a write begins with: a folder cannot be replaced by it.
      try Folder.make(state.file(".disabled.new"))
      func keep() throws -> String? {
        var told: String??
        #expect(fixture.host.whenKept { told = $0 })
        try fixture.run(until: "the write") { told != nil }
        return told ?? nil
      }
      fixture.host.disable(1)
      let failure = try keep()
      #expect(failure?.hasPrefix("the list of disabled plugins cannot be written: ") == true)
      #expect(fixture.news.contains { $0 == .said(failure ?? "", .error) })
      rmdir(state.file(".disabled.new"))
      fixture.host.disable(1)
      #expect(try keep() == nil)
      #expect(!fixture.host.whenKept { _ in })
      try fixture.finish()
      #expect(
        StateListFile<DisabledList>(folder: state.path).read().list.entries == ["org.test.good"])
    }

    @Test func whatTheConfigurationDisablesIsEnabledForOneLife() throws {
      let (tree, state) = (makeTree(), TemporaryFolder())
      for _ in 1...2 {
        let fixture = try HostFixture(tree, disabled: ["good"], stateFolder: state.path)
        try fixture.host.start()
        #expect(fixture.host.status(of: 1).state == .disabled)
        fixture.host.enable(1)
        try fixture.wait(for: .ready(1))
        try fixture.finish()
      }
    }

    @Test func withoutAStateFolderItIsForgotten() throws {
      let tree = makeTree()
      let first = try HostFixture(tree)
      try first.start()
      first.host.disable(1)
      try first.finish()
      let second = try HostFixture(tree)
      try second.start()
      try second.finish()
    }

    @Test func aPluginThatComesBackIsStillOff() throws {
      let (tree, state) = (makeTree(), TemporaryFolder())
      let first = try HostFixture(tree, stateFolder: state.path)
      try first.start()
      first.host.disable(1)
      try first.finish()
      let (here, there) = (tree.folder.file("0"), tree.folder.file(".0"))
      rename(here, there)
      var figures = HostFixture.patient
      figures.settleTime = 20 * .millisecond
      let second = try HostFixture(
        tree, figures: figures, stateFolder: state.path, watchesFolders: true)
      try second.host.start()
      rename(there, here)
      try second.wait(for: .added(1))
      #expect(second.host.status(of: 1).state == .disabled)
      try second.finish()
    }

    @Test func aDamagedListIsSetAsideWithAWarning() throws {
      let (tree, state) = (makeTree(), TemporaryFolder())
      state.write("nonsense", to: "disabled")
      let fixture = try HostFixture(tree, stateFolder: state.path)
      try fixture.start()
      #expect(
        fixture.news.contains { news in
          if case .said(let text, .warning) = news {
            text.contains("plugins that were disabled by a request run again")
          } else {
            false
          }
        })
      try fixture.finish()
    }
  }
}
