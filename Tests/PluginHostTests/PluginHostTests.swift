import ButtonModel
import Glibc
import TestSupport
import Testing
import UVLoop

@testable import PluginHost

extension PluginHostSuite {
  @Suite struct LifeTests {
    @Test func aPluginBecomesReadyAnswersAndStops() throws {
      let fixture = try HostFixture(["good"])
      #expect(fixture.host.plugins.map(\.manifest.id) == ["org.test.good"])
      #expect(fixture.host.lane(named: "good") == 1)
      #expect(fixture.host.lane(named: "org.test.good") == 1)
      #expect(fixture.host.lane(named: "bad") == nil)
      #expect(fixture.host.status(of: 1).state == .starting)
      try fixture.start()
      let status = fixture.host.status(of: 1)
      #expect(status.state == .running)
      #expect(status.pid.map { kill($0, 0) } == 0)
      try fixture.resolve([1, 2, 3])
      try fixture.resolve([])
      #expect(fixture.reports() == [])
      try fixture.finish()
    }

    @Test func manyBatchesAreAnsweredInOrder() throws {
      let fixture = try HostFixture(["good"], figures: HostFixture.patient)
      try fixture.start()
      for _ in 0..<500 { fixture.send([UInt64](1...100)) }
      try fixture.wait(for: .answered(1, 500))
      let answers = fixture.news.compactMap { news in
        if case .answered(_, let sequence) = news { sequence } else { nil }
      }
      #expect(answers == Array(1...500))
      try fixture.finish()
    }

    @Test func aWorkerHasNothingButItsDescriptorsAndNoEnvironment() throws {
      let fixture = try HostFixture(["environment"])
      try fixture.start()
      try fixture.wait(for: .log(1, "open 4", .info))
      let lines = fixture.news.compactMap { news in
        if case .log(_, let text, _) = news { text } else { nil }
      }
      #expect(
        lines == [
          "0 variables, leader 1", "open 0", "open 1", "open 2", "open 3", "open 4",
        ])
      try fixture.finish()
    }

    @Test func whatAWorkerPrintsIsLoggedLineByLine() throws {
      let fixture = try HostFixture(["prints"])
      try fixture.start()
      try fixture.wait(for: .log(1, "to stderr", .info))
      try fixture.wait(for: .log(1, "to stdout", .info))
      fixture.host.disable(1)
      try fixture.wait(for: .log(1, "and the rest", .info))
      try fixture.finish()
    }

    @Test func logFramesKeepTheirLevel() throws {
      let fixture = try HostFixture(["logs"])
      try fixture.start()
      try fixture.wait(for: .log(1, "a warning", .warning))
      try fixture.finish()
    }

    @Test func aThousandUpdateRequestsAreFew() throws {
      let fixture = try HostFixture(["updates"])
      try fixture.start()
      try fixture.wait(for: .update(1, 7))
      try fixture.resolve([1])
      try fixture.run(until: "the update that was put off") {
        fixture.news.filter { $0 == .update(1, 7) }.count >= 2
      }
      let updates = fixture.news.filter { $0 == .update(1, 7) }.count
      #expect(updates < 100)
      try fixture.finish()
    }

    @Test func noMoreWorkersStartAtOnceThanAllowed() throws {
      let fixture = try HostFixture(
        ["mute", "good", "fine"], figures: HostFixture.patient, startsAtOnce: 1)
      try fixture.host.start()
      try fixture.run(until: "the first to be spawned") {
        fixture.host.status(of: 1).pid != nil
      }
      #expect(fixture.host.status(of: 2).pid == nil)
      fixture.host.disable(1)
      try fixture.wait(for: .ready(2))
      try fixture.wait(for: .ready(3))
      try fixture.finish()
    }
  }

  @Suite struct FaultTests {
    /// A way to break the protocol, and what is said about it.
    @Test(arguments: [
      ("garbage", "payload length over 1 MiB at byte 0"),
      ("claims", "sent a load frame, which only the daemon sends"),
      ("short", "malformed frame: handle at byte 0"),
      ("twice", "said hello twice"),
      ("unasked", "answered batch 9 where none was due"),
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
      figures.batchTimeCap = 20 * .millisecond
      let fixture = try HostFixture(["endless"], figures: figures)
      try fixture.start()
      fixture.send([11, 12, 13, 14])
      try fixture.wait(
        for: .down(
          1,
          DownReport(
            .hung, "no answer to a batch of 4 within 80 ms", blame: .suspected(13))))
      try fixture.finish()
    }

    @Test(arguments: [
      ("permanent", "no such symbol"),
      ("stranger", "the library calls itself org.test.somebody, the manifest org.test.stranger"),
      ("older", "the library is version 0, the manifest says 1"),
    ])
    func aPluginThatCanNeverServeIsNotStartedAgain(way: String, what: String) throws {
      var figures = SupervisionFigures()
      figures.backoff = .millisecond
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
      for (lane, state) in [(UInt16(1), PluginState.disabled), (2, .failed)] {
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

  @Suite struct RecoveryTests {
    @Test func aKilledWorkerThatHadAnsweredIsBackAtOnce() throws {
      let fixture = try HostFixture(["good"], figures: HostFixture.patient)
      try fixture.start()
      try fixture.resolve([1])
      fixture.forget()
      let pid = try #require(fixture.host.status(of: 1).pid)
      let before = Deadline.now
      kill(pid, SIGKILL)
      try fixture.wait(for: .ready(1))
      print("ready again after \((Deadline.now - before) / 1000) µs")
      #expect(fixture.reports() == [DownReport(.crashed, "the worker was ended by SIGKILL")])
      #expect(fixture.host.status(of: 1).pid != pid)
      #expect(fixture.host.status(of: 1).restarts == 1)
      try fixture.resolve([1])
      try fixture.finish()
    }

    @Test func aBatchLostWithItsWorkerIsNotAnswered() throws {
      let fixture = try HostFixture(["silent"], figures: HostFixture.patient)
      try fixture.start()
      for _ in 0..<5 { fixture.send([1]) }
      let pid = try #require(fixture.host.status(of: 1).pid)
      kill(pid, SIGKILL)
      try fixture.run(until: "its end") { !fixture.reports().isEmpty }
      fixture.send([2])
      #expect(!fixture.news.contains { if case .answered = $0 { true } else { false } })
      try fixture.finish()
    }

    @Test func aPluginThatOnlyCrashesIsQuarantinedAndResetTriesAgain() throws {
      var figures = SupervisionFigures()
      figures.backoff = .millisecond
      figures.backoffCap = 4 * .millisecond
      let fixture = try HostFixture(["crash"], figures: figures)
      try fixture.host.start()
      try fixture.run(until: "the quarantine") {
        fixture.host.status(of: 1).state == .quarantined
      }
      #expect(fixture.reports().count == 6)
      #expect(fixture.reports().last?.reason == .quarantined)
      #expect(fixture.host.status(of: 1).restarts == 5)
      fixture.forget()
      fixture.host.reset(1)
      try fixture.run(until: "the next quarantine") {
        fixture.host.status(of: 1).state == .quarantined
      }
      #expect(fixture.reports().count == 6)
      try fixture.finish()
    }

    @Test func aQuarantinedPluginIsProbed() throws {
      var figures = SupervisionFigures()
      figures.backoff = .millisecond
      figures.intensity = 1
      figures.probeInterval = 20 * .millisecond
      let fixture = try HostFixture(["crash"], figures: figures)
      try fixture.host.start()
      try fixture.run(until: "three probes") { fixture.reports().count >= 5 }
      #expect(fixture.reports().dropFirst().allSatisfy { $0.reason == .quarantined })
      try fixture.finish()
    }

    @Test func aPoisonButtonIsFoundOutAndThePluginLivesOn() throws {
      let fixture = try HostFixture(["poison"], figures: HostFixture.patient)
      try fixture.start()
      try fixture.resolve([1])
      fixture.send([11, 12, 13, 14])
      try fixture.run(until: "the first death") { fixture.reports().count == 1 }
      #expect(fixture.reports()[0].blame == .suspected(13))
      try fixture.run(until: "the restart") { fixture.readyCount() == 2 }
      try fixture.resolve([11, 12, 14])
      fixture.send([13])
      try fixture.run(until: "the second death") { fixture.reports().count == 2 }
      #expect(fixture.reports()[1].blame == .poisoned(13))
      #expect(fixture.host.poisonedButtons(of: 1) == [13])
      try fixture.run(until: "the second restart") { fixture.readyCount() == 3 }
      try fixture.resolve([11, 12, 14])
      fixture.host.buttonWasRedefined(13, in: 1)
      #expect(fixture.host.poisonedButtons(of: 1) == [])
      try fixture.finish()
    }

    @Test func whatAWorkerStartedGoesWithIt() throws {
      let fixture = try HostFixture(["parent"], figures: HostFixture.patient)
      try fixture.start()
      try fixture.resolve([1])
      try fixture.waitForChildren(2)
      kill(try #require(fixture.host.status(of: 1).pid), SIGKILL)
      try fixture.run(until: "the restart") { fixture.readyCount() == 2 }
      try fixture.resolve([1])
      try fixture.waitForChildren(2)
      try fixture.finish()
    }
  }

  @Suite struct OrderTests {
    @Test func aDisabledPluginDoesNotStartUntilItIsEnabled() throws {
      let fixture = try HostFixture(["good", "fine"], disabled: ["good"])
      try fixture.start(2)
      #expect(fixture.host.status(of: 1) == PluginStatus(state: .disabled))
      fixture.host.enable(1)
      try fixture.wait(for: .ready(1))
      fixture.forget()
      fixture.host.disable(1)
      try fixture.run(until: "its end") { fixture.host.status(of: 1).state == .disabled }
      #expect(fixture.reports().map(\.reason) == [.disabled])
      try fixture.waitForChildren(1)
      try fixture.finish()
    }

    @Test func aWorkerThatIgnoresItsStopIsKilled() throws {
      var figures = SupervisionFigures()
      figures.stopGrace = 20 * .millisecond
      let fixture = try HostFixture(["stubborn", "mute", "endless"], figures: figures)
      try fixture.start()
      try fixture.wait(for: .ready(3))
      fixture.send([13], to: 3)
      try fixture.finish()
    }

    @Test func stoppingBeforeOrWithoutAnyWorkerIsDoneAtOnce() throws {
      let unstarted = try HostFixture(["good"])
      try unstarted.finish()
      let empty = try HostFixture([])
      try empty.host.start()
      try empty.finish()
    }
  }

  @Suite struct LeakTests {
    @Test func fiftyDeathsLeaveNoProcessDescriptorOrPageBehind() throws {
      var figures = HostFixture.patient
      figures.intensity = 1000
      figures.backoff = 0
      let rounds = scaled(50)
      let fixture = try HostFixture(["good"], figures: figures)
      try fixture.start()
      try fixture.resolve([1])
      #expect(FakeWorker.pageCount == 1)
      for round in 1...rounds {
        kill(try #require(fixture.host.status(of: 1).pid), SIGKILL)
        try fixture.run(until: "restart \(round)") { fixture.readyCount() == round + 1 }
        try fixture.resolve([1])
      }
      #expect(fixture.host.status(of: 1).restarts == rounds)
      try fixture.waitForChildren(1)
      // What lingers of the last deaths is let go of by the loop's own timers.
      try fixture.run(until: "the pipes of the dead to be closed") {
        fixture.loop.liveHandles <= 5 + 1
      }
      #expect(FakeWorker.pageCount == 1)
      try fixture.finish()
      #expect(FakeWorker.pageCount == 0)
    }
  }
}
