import ButtonModel
import ButtonProtocol
import Glibc
import Supervision
import TestSupport
import Testing
import UVLoop

@testable import PluginHost

extension PluginHostSuite {
  @Suite struct ReloadTests {
    /// A manifest of the plugin `good` that differs from the first.
    static func manifest(_ description: String, id: String = "org.test.good") -> String {
      ManifestSamples.minimal(
        id: id, name: "good", more: ", \"description\": \"\(description)\"")
    }

    @Test func theNewFilesAreInForceOnceTheirTrialIsPassed() throws {
      let fixture = try HostFixture(["good"])
      try fixture.start()
      try fixture.resolve([1])
      fixture.forget()
      let old = try #require(fixture.host.status(of: 1).pid)
      fixture.tree.folder.write(Self.manifest("new"), to: "0/plugin.json")
      var outcome: PluginReload?
      fixture.host.reload(1) { outcome = $0 }
      try fixture.wait(for: .trial(1))
      #expect(fixture.host.status(of: 1).pid == old, "the old one is in force")
      try fixture.resolve([1])
      let number = fixture.sendTrial([1, 2])
      try fixture.wait(for: .trialAnswer(1, number))
      #expect(fixture.host.plugins[0].manifest.description == "")
      #expect(outcome == nil)
      fixture.host.trialPassed(1)
      #expect(outcome == .replaced)
      #expect(fixture.host.plugins[0].manifest.description == "new")
      #expect(fixture.host.status(of: 1).state == .running)
      #expect(fixture.host.status(of: 1).pid != old)
      try fixture.resolve([1])
      try fixture.waitForChildren(1)
      #expect(fixture.reports() == [])
      #expect(fixture.readyCount() == 0)
      try fixture.finish()
    }

    @Test func theSameFilesAreLeftAlone() throws {
      let fixture = try HostFixture(["good"])
      try fixture.start()
      fixture.forget()
      #expect(try fixture.reload() == .unchanged)
      #expect(fixture.news == [])
      try fixture.finish()
    }

    /// A change for the worse, and what is said about it.
    @Test(arguments: [
      ("{}", "schemaVersion: is missing"),
      (Self.manifest("", id: "org.test.other"), "id: was org.test.good and is org.test.other now"),
      (Self.manifest("").replacing("lib.so", with: "no.so"), "No such file"),
      (
        ManifestSamples.minimal(
          id: "org.test.good", name: "good",
          more: ", \"sha256\": {\"linux\": \"\(String(repeating: "00", count: 32))\"}"),
        "its SHA-256 is"
      ),
    ])
    func aBadChangeKeepsTheOldAndSaysWhy(manifest: String, what: String) throws {
      let fixture = try HostFixture(["good"])
      try fixture.start()
      let old = fixture.host.status(of: 1).pid
      fixture.forget()
      fixture.tree.folder.write(manifest, to: "0/plugin.json")
      guard case .refused(let why) = try fixture.reload() else {
        Issue.record("was not refused")
        return
      }
      #expect(why.contains(what), "\(why)")
      #expect(fixture.host.status(of: 1).lastError?.contains(what) == true)
      #expect(fixture.host.status(of: 1).pid == old)
      try fixture.resolve([1])
      #expect(fixture.reports() == [])
      try fixture.finish()
    }

    @Test func aVersionThatDiesOnItsTrialIsNotUsed() throws {
      let fixture = try HostFixture(["good"], figures: HostFixture.patient)
      try fixture.start()
      fixture.forget()
      fixture.tree.folder.write("crash", to: "0/lib.so")
      var outcome: PluginReload?
      fixture.host.reload(1) { outcome = $0 }
      try fixture.run(until: "the refusal") { outcome != nil }
      #expect(outcome == .refused("the worker was ended by SIGABRT"))
      #expect(fixture.news.contains(.trialEnd(1)))
      #expect(fixture.host.status(of: 1).state == .running)
      #expect(
        fixture.host.status(of: 1).lastError == "not reloaded: the worker was ended by SIGABRT")
      try fixture.resolve([1])
      try fixture.waitForChildren(1)
      try fixture.finish()
    }

    @Test(arguments: ["mute", "permanent"])
    func aVersionThatNeverSaysHelloIsNotUsed(way: String) throws {
      let fixture = try HostFixture(["good"], figures: HostFixture.patient)
      try fixture.start()
      let manifest = ManifestSamples.minimal(
        id: "org.test.good", name: "good", more: ", \"limits\": {\"startTimeoutMs\": 100}")
      fixture.tree.folder.write(manifest, to: "0/plugin.json")
      fixture.tree.folder.write(way, to: "0/lib.so")
      guard case .refused = try fixture.reload() else {
        Issue.record("was not refused")
        return
      }
      try fixture.resolve([1])
      try fixture.waitForChildren(1)
      try fixture.finish()
    }

    @Test func aTrialThatNobodyEndsIsOverInTime() throws {
      var figures = HostFixture.patient
      figures.trialTime = 50 * .millisecond
      let fixture = try HostFixture(["good"], figures: figures)
      try fixture.start()
      fixture.tree.folder.write(Self.manifest("new"), to: "0/plugin.json")
      var outcome: PluginReload?
      fixture.host.reload(1) { outcome = $0 }
      try fixture.run(until: "the end") { outcome != nil }
      #expect(outcome == .refused("did not prove itself in time"))
      try fixture.waitForChildren(1)
      try fixture.finish()
    }

    @Test func whatTheEngineRefusesOnTrialIsNotUsed() throws {
      let fixture = try HostFixture(["good"])
      try fixture.start()
      fixture.tree.folder.write(Self.manifest("new"), to: "0/plugin.json")
      var outcome: PluginReload?
      fixture.host.reload(1) { outcome = $0 }
      try fixture.wait(for: .trial(1))
      fixture.host.trialFailed(1, because: "button x failed")
      #expect(outcome == .refused("button x failed"))
      try fixture.waitForChildren(1)
      try fixture.finish()
    }

    @Test func aChangeDuringATrialIsTakenAfterIt() throws {
      let fixture = try HostFixture(["good"])
      try fixture.start()
      fixture.tree.folder.write(Self.manifest("one"), to: "0/plugin.json")
      var outcomes: [PluginReload] = []
      fixture.host.reload(1) { outcomes.append($0) }
      try fixture.wait(for: .trial(1))
      fixture.tree.folder.write(Self.manifest("two"), to: "0/plugin.json")
      fixture.host.reload(1) { outcomes.append($0) }
      fixture.host.reload(1) { outcomes.append($0) }
      fixture.forget()
      fixture.host.trialPassed(1)
      #expect(outcomes == [.replaced])
      try fixture.wait(for: .trial(1))
      fixture.host.trialPassed(1)
      #expect(outcomes == [.replaced, .replaced, .replaced])
      #expect(fixture.host.plugins[0].manifest.description == "two")
      try fixture.waitForChildren(1)
      try fixture.finish()
    }

    @Test func aPluginThatIsDownIsReplacedAtOnce() throws {
      var figures = HostFixture.unhurried
      figures.restarts.backoff = .millisecond
      let fixture = try HostFixture(["crash"], figures: figures)
      try fixture.host.start()
      try fixture.run(until: "the quarantine") {
        fixture.host.status(of: 1).state == .quarantined
      }
      fixture.forget()
      fixture.tree.folder.write("good", to: "0/lib.so")
      #expect(try fixture.reload() == .replaced)
      #expect(!fixture.news.contains(.trial(1)))
      try fixture.wait(for: .ready(1))
      #expect(fixture.host.status(of: 1).state == .running)
      #expect(fixture.host.status(of: 1).restarts == 5)
      try fixture.finish()
    }

    @Test func aRestartingPluginIsNotReplacedByAnUntestedVersion() throws {
      let fixture = try HostFixture(["good"], figures: HostFixture.patient)
      try fixture.start()
      try fixture.resolve([1])
      // The first death is made good at once, the second is waited for.
      for ready in 2...3 {
        kill(try #require(fixture.host.status(of: 1).pid), SIGKILL)
        if ready == 2 {
          try fixture.run(until: "the return") { fixture.readyCount() == ready }
          try fixture.resolve([1])
        }
      }
      try fixture.run(until: "the wait") { fixture.host.status(of: 1).state == .restarting }
      fixture.forget()
      fixture.tree.folder.write("permanent", to: "0/lib.so")
      guard case .refused = try fixture.reload() else {
        Issue.record("was not refused")
        return
      }
      #expect(fixture.host.status(of: 1).state == .restarting)
      // While one that does well ends the wait.
      fixture.tree.folder.write("good again", to: "0/lib.so")
      #expect(try fixture.reload() == .replaced)
      #expect(fixture.host.status(of: 1).state == .running)
      try fixture.resolve([1])
      try fixture.finish()
    }

    @Test func aFolderThatGoesAwayTakesItsWorkerAlongUntilItIsBack() throws {
      let fixture = try HostFixture(["good"])
      try fixture.start()
      fixture.forget()
      let (here, there) = (fixture.tree.folder.file("0"), fixture.tree.folder.file("away"))
      rename(here, there)
      guard case .refused(let why) = try fixture.reload() else {
        Issue.record("was not refused")
        return
      }
      let gone = "\(here): the plugin's folder is no longer there; what is put back is used again"
      #expect(why == gone)
      let logged = fixture.news.compactMap { news -> PluginLogLevel? in
        guard case .log(_, let message, let level) = news, message.contains(gone) else {
          return nil
        }
        return level
      }
      #expect(logged == [.info], "nothing went wrong: that is what uninstalling does")
      #expect(fixture.host.status(of: 1).state == .failed)
      #expect(fixture.host.detail(of: 1).phase == "gone")
      #expect(fixture.reports().map(\.reason) == [.failed])
      try fixture.waitForChildren(0)
      rename(there, here)
      #expect(try fixture.reload() == .replaced)
      try fixture.wait(for: .ready(1))
      #expect(fixture.host.detail(of: 1).phase != "gone")
      try fixture.finish()
    }

    @Test func aDisabledPluginTakesNewFilesAndStaysOff() throws {
      let fixture = try HostFixture(["good"], disabled: ["good"])
      try fixture.host.start()
      #expect(try fixture.reload() != nil)
      fixture.tree.folder.write(Self.manifest("new"), to: "0/plugin.json")
      #expect(try fixture.reload() == .replaced)
      #expect(fixture.host.status(of: 1).state == .disabled)
      #expect(fixture.host.plugins[0].manifest.description == "new")
      fixture.host.enable(1)
      try fixture.wait(for: .ready(1))
      try fixture.finish()
    }

    @Test func stoppingDuringATrialEndsBothWorkers() throws {
      let fixture = try HostFixture(["good"])
      try fixture.start()
      fixture.tree.folder.write(Self.manifest("new"), to: "0/plugin.json")
      fixture.host.reload(1)
      try fixture.wait(for: .trial(1))
      try fixture.waitForChildren(2)
      try fixture.finish()
    }

    @Test(.inOwnProcess) func aHundredReloadsLeaveNoProcessDescriptorPageOrCopyBehind() throws {
      let fixture = try HostFixture(["good"], figures: HostFixture.patient)
      try fixture.start()
      try fixture.resolve([1])
      try fixture.waitForOffloads()
      let process = try LoneProcess()
      let before = try process.descriptorCount
      for round in 1...scaled(50) {
        let isBad = round % 3 == 0
        fixture.tree.folder.write(isBad ? "crash \(round)" : "good \(round)", to: "0/lib.so")
        let outcome = try fixture.reload()
        #expect((outcome == .replaced) == !isBad)
        fixture.forget()
        try fixture.resolve([1])
      }
      try fixture.waitForChildren(1)
      try fixture.run(until: "the pipes of the dead to be closed") {
        fixture.loop.liveHandles <= 6 + 1
      }
      #expect(FakeWorker.pageCount == 1)
      let cache = fixture.host.cache.folder
      try fixture.run(until: "old copies to be removed") {
        (try? PluginFile.subfolders(of: cache).count) == 1
      }
      try fixture.waitForOffloads()
      #expect(try process.descriptorCount == before)
      try fixture.finish()
      #expect(!PluginFile.isFolder(cache), "copies for this life alone go with it")
      #expect(FakeWorker.pageCount == 0)
    }
  }
}
