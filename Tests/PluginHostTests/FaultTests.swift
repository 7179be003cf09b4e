import ButtonModel
import ButtonProtocol
import Glibc
import Supervision
import TestSupport
import Testing
import UVLoop

@testable import PluginHost

extension PluginHostSuite {
  @Suite struct FaultTests {
    /// A way to break the protocol, and what is said about it.
    @Test(arguments: [
      ("garbage", "payload length over 1 MiB at byte 0"),
      ("claims", "sent a load frame, which only the daemon sends"),
      ("short", "malformed frame: handle at byte 0"),
      ("twice", "said hello twice"),
      ("unasked", "answered batch 9 where none was due"),
      ("chatters", "sent more than 64 KiB in a second unasked"),
      ("wishes", "sent more than 64 KiB in a second unasked"),
    ])
    func aWorkerThatBreaksTheProtocolIsKilled(way: String, what: String) throws {
      let fixture = try HostFixture([way], figures: HostFixture.patient)
      try fixture.host.start()
      try fixture.run(until: "its end") { !fixture.reports().isEmpty }
      let report = fixture.reports().first
      #expect(report?.reason == .crashed)
      #expect(report?.message.hasSuffix(what) == true, "\(report?.message ?? "")")
      #expect(fixture.host.status(of: 1).state == .restarting)
      try fixture.waitForChildren(0)
      try fixture.finish()
    }

    @Test func anAnswerToAnotherBatchIsAFault() throws {
      let fixture = try HostFixture(["wrong"], figures: HostFixture.patient)
      try fixture.start()
      fixture.send([1])
      try fixture.wait(for: .down(1, DownReport(.crashed, "answered batch 2 where 1 was due")))
      #expect(!fixture.news.contains(.answered(1, 2)))
      try fixture.finish()
    }

    @Test func whatTheEngineRefusesKillsTheWorker() throws {
      let fixture = try HostFixture(["good"], figures: HostFixture.patient)
      try fixture.start()
      fixture.host.refuse(1, because: "a property out of range")
      try fixture.wait(for: .down(1, DownReport(.crashed, "a property out of range")))
      try fixture.finish()
    }

    @Test func noHelloInTimeIsAKill() throws {
      var figures = HostFixture.patient
      figures.startTimeout = 50 * .millisecond
      let fixture = try HostFixture(["mute"], figures: figures)
      try fixture.host.start()
      try fixture.wait(for: .down(1, DownReport(.hung, "no hello within 50 ms")))
      try fixture.waitForChildren(0)
      try fixture.finish()
    }

    @Test func anAnswerThatWaitsBehindALateLoopIsInTime() throws {
      var figures = HostFixture.patient
      figures.batchTimeCap = 20 * .millisecond
      let fixture = try HostFixture(["good"], figures: figures)
      try fixture.start()
      for sequence: UInt32 in 1...5 {
        try fixture.holdUp(milliseconds: 100) {
          #expect(fixture.send([1, 2, 3]) == sequence)
          return true
        }
        try fixture.wait(for: .answered(1, sequence))
      }
      #expect(fixture.reports() == [])
      try fixture.finish()
    }

    @Test func aHelloThatWaitsBehindALateLoopIsInTime() throws {
      var figures = HostFixture.patient
      figures.startTimeout = 20 * .millisecond
      let fixture = try HostFixture(["good"], figures: figures)
      try fixture.host.start()
      try fixture.holdUp(milliseconds: 100) {
        fixture.host[1].inForce.supervisor.phase == .spawning
      }
      try fixture.wait(for: .ready(1))
      #expect(fixture.reports() == [])
      try fixture.finish()
    }

    @Test func noAnswerInTimeIsAKillThatNamesTheButton() throws {
      var figures = HostFixture.patient
      figures.batchTimeCap = 2_000 * .millisecond
      figures.firstBatchFactor = 1
      let fixture = try HostFixture(["endless"], figures: figures)
      try fixture.start()
      fixture.send([11, 12, 13, 14])
      try fixture.wait(
        for: .down(
          1,
          DownReport(
            .hung, "no answer to a batch of 4 within 2000 ms", blame: .suspected(13))))
      try fixture.finish()
    }

    @Test(arguments: [
      ("permanent", "no such symbol"),
      ("stranger", "the library calls itself org.test.somebody, the manifest org.test.stranger"),
      ("older", "the library is version 0, the manifest says 1"),
    ])
    func aPluginThatCanNeverServeIsNotStartedAgain(way: String, what: String) throws {
      var figures = HostFixture.unhurried
      figures.restarts.backoff = .millisecond
      let fixture = try HostFixture([way], figures: figures)
      try fixture.host.start()
      try fixture.wait(for: .down(1, DownReport(.failed, what)))
      #expect(fixture.host.status(of: 1).state == .failed)
      #expect(fixture.host.status(of: 1).lastError == what)
      try fixture.waitForChildren(0)
      try fixture.finish()
    }

    @Test func aTrappedSystemCallIsNamed() throws {
      let fixture = try HostFixture(["trapped"], figures: HostFixture.patient)
      try fixture.host.start()
      let message =
        "the worker exited with code 80: the plugin called socket, which its sandbox refuses"
      try fixture.wait(for: .down(1, DownReport(.crashed, message)))
      try fixture.finish()
    }

    @Test func aWorkerThatHangsUpButStaysIsKilled() throws {
      let fixture = try HostFixture(["hangup"], figures: HostFixture.patient)
      try fixture.host.start()
      try fixture.wait(for: .down(1, DownReport(.crashed, "left its channel and did not exit")))
      try fixture.finish()
    }

    @Test func aProgramThatCannotBeStartedIsTriedAgainLater() throws {
      let fixture = try HostFixture(
        ["good"], figures: HostFixture.patient, workerPath: "/no/such/worker")
      try fixture.host.start()
      try fixture.run(until: "the failure") { !fixture.reports().isEmpty }
      #expect(fixture.reports().first?.reason == .crashed)
      #expect(fixture.reports().first?.message.contains("/no/such/worker") == true)
      #expect(fixture.host.status(of: 1).state == .restarting)
      try fixture.finish()
    }

    @Test func aLibraryWithAnotherHashIsNeverRun() throws {
      let fixture = try HostFixture(
        ["good"],
        more: ", \"sha256\": {\"linux\": \"\(String(repeating: "00", count: 32))\"}")
      try fixture.host.start()
      try fixture.run(until: "the refusal") { !fixture.reports().isEmpty }
      #expect(fixture.reports().first?.reason == .failed)
      #expect(fixture.reports().first?.message.contains("its SHA-256 is") == true)
      #expect(fixture.host.status(of: 1).state == .failed)
      #expect(fixture.host.status(of: 1).pid == nil)
      fixture.forget()
      fixture.host.reset(1)
      try fixture.run(until: "the same refusal") { !fixture.reports().isEmpty }
      #expect(fixture.host.status(of: 1).state == .failed)
      try fixture.finish()
    }

    @Test func whoeverGaveAnOrderHearsWhenItIsClearWhatCameOfIt() throws {
      let fixture = try HostFixture(["good", "permanent"], disabled: ["good"])
      try fixture.host.start()
      for (lane, state) in [(LaneID(index: 0), PluginState.disabled), (2, .failed)] {
        try fixture.run(until: "\(state)") {
          fixture.host.status(of: lane).state == state && fixture.host[lane].isSettled
        }
        #expect(!fixture.host.whenSettled(lane) { Issue.record("it was settled already") })
      }
      var heard: [PluginState] = []
      fixture.host.enable(1)
      #expect(fixture.host.whenSettled(1) { heard.append(fixture.host.status(of: 1).state) })
      try fixture.run(until: "the start") { heard == [.running] }
      fixture.host.reset(2)
      #expect(fixture.host.whenSettled(2) { heard.append(fixture.host.status(of: 2).state) })
      try fixture.run(until: "the failure") { heard == [.running, .failed] }
      try fixture.finish()
    }

    @Test func whoeverGaveAnOrderDoesNotWaitForEver() throws {
      let fixture = try HostFixture(["mute"], figures: HostFixture.patient)
      try fixture.host.start()
      var hasHeard = false
      #expect(fixture.host.whenSettled(1) { hasHeard = true })
      try fixture.run(until: "the end of patience") { hasHeard }
      #expect(fixture.host.status(of: 1).state == .starting)
      try fixture.finish()
    }

    @Test func aLibraryWithItsHashIsRun() throws {
      var hash = SHA256()
      Array("no library".utf8).withUnsafeBytes { hash.update($0) }
      let digest = hash.finish()
      let fixture = try HostFixture(["good"], more: ", \"sha256\": {\"linux\": \"\(digest)\"}")
      try fixture.start()
      try fixture.finish()
    }
  }
}
