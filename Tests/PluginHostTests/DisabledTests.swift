import ButtonModel
import Glibc
import TestSupport
import Testing

@testable import PluginHost

@Suite struct DisabledListTests {
  @Test func whatIsWrittenIsReadAgain() {
    var list = DisabledList()
    for name in ["b", "a", "b"] { list.add("org.test.\(name)") }
    #expect(list.plugins == ["org.test.b", "org.test.a"])
    #expect(DisabledList(list.text) == list)
    list.remove("org.test.b")
    #expect(!list.contains("org.test.b"))
    #expect(DisabledList(list.text) == list)
  }

  @Test func theOldestAreForgottenBeyondTheCapacity() {
    var list = DisabledList()
    for number in 0...DisabledList.capacity { list.add("org.test.p\(number)") }
    #expect(list.plugins.count == DisabledList.capacity)
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
        StateListFile<DisabledList>(folder: state.path).read().list.plugins == ["org.test.good"])
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
