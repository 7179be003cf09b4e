import ButtonModel
import Glibc
import Supervision
import TestSupport
import Testing
import UVLoop

@testable import PluginHost

extension PluginHostSuite {
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
      var figures = HostFixture.unhurried
      figures.restarts.backoff = .millisecond
      figures.restarts.backoffCap = 4 * .millisecond
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
      var figures = HostFixture.unhurried
      figures.restarts.backoff = .millisecond
      figures.restarts.intensity = 1
      figures.restarts.probeInterval = 20 * .millisecond
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
      #expect(fixture.host[1].inForce.supervisor.poisonedButtons == [13])
      try fixture.run(until: "the second restart") { fixture.readyCount() == 3 }
      try fixture.resolve([11, 12, 14])
      fixture.host.forgetDeaths(on: 13, in: 1)
      #expect(fixture.host[1].inForce.supervisor.poisonedButtons == [])
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
}
