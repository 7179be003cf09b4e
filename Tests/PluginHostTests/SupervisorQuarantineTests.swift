import ButtonModel
import Supervision
import TestSupport
import Testing

@testable import PluginHost

@Suite struct SupervisorQuarantineTests {
  @Test func moreThanFiveDeathsWithinAMinuteAreAQuarantine() {
    var timeline = Timeline()
    for death in 1...6 {
      timeline.start()
      timeline.pass(milliseconds: 5_000)
      let report = timeline.die().report
      #expect(report?.reason == (death <= 5 ? .crashed : .quarantined))
      if death <= 5 { timeline.wake() }
    }
    #expect(timeline.supervisor.phase == .quarantined)
    #expect(timeline.supervisor.status.state == .quarantined)
  }

  @Test func deathsThatAreFarApartAreNone() {
    var timeline = Timeline()
    for _ in 1...30 {
      timeline.start()
      timeline.pass(milliseconds: 13_000)
      #expect(timeline.die().report?.reason == .crashed)
      timeline.wake()
    }
  }

  @Test func longWaitsBetweenRestartsDoNotHideAPluginThatOnlyDies() {
    var figures = SupervisionFigures()
    figures.restarts.backoff = 30_000 * .millisecond
    var timeline = Timeline(figures)
    for _ in 1...6 {
      if timeline.supervisor.phase == .backoff { timeline.wake() }
      timeline.start()
      timeline.die()
    }
    #expect(timeline.supervisor.phase == .quarantined)
  }

  @Test func aQuarantinedPluginIsProbedEveryQuarterOfAnHour() {
    var timeline = Timeline()
    timeline.crashIntoQuarantine()
    for _ in 1...3 {
      #expect(timeline.wake() == 900_000)
      #expect(timeline.supervisor.phase == .verified)
      #expect(timeline.supervisor.status.state == .quarantined)
      timeline.start()
      #expect(timeline.supervisor.status.state == .running)
      timeline.answer()
      #expect(timeline.die().report?.reason == .quarantined, "one death of a probe is enough")
    }
  }

  @Test(arguments: [0, 5, 1_000, 9_000] as [UInt64], [false, true])
  func aPluginThatAlwaysDiesStartsSixTimesThenFourTimesAnHour(
    life: UInt64, answersFirst: Bool
  ) {
    var timeline = Timeline()
    let began = timeline.now
    var starts: [UInt64] = []
    while timeline.now < began + 24 * 3_600_000 * .millisecond {
      if timeline.supervisor.phase != .verified { timeline.wake() }
      starts.append((timeline.now - began) / .millisecond)
      timeline.start()
      if answersFirst { timeline.answer() }
      timeline.pass(milliseconds: life)
      timeline.die()
      #expect((timeline.supervisor.phase == .quarantined) == (starts.count >= 6))
    }
    let quarantine = starts[5] + life
    #expect(quarantine <= 60_000)
    // Every quarter of an hour, and for as long as it lives each time, a probe.
    for (index, start) in starts.enumerated().dropFirst(6) {
      #expect(start == quarantine + 900_000 + UInt64(index - 6) * (900_000 + life))
    }
    #expect(starts.count <= 6 + 24 * 4)
  }

  @Test func aProbeThatStaysHealthyForAMinuteLiftsTheQuarantine() {
    var timeline = Timeline()
    timeline.crashIntoQuarantine()
    timeline.wake()
    timeline.start()
    timeline.answer()
    timeline.pass(milliseconds: 60_000)
    timeline.answer()
    #expect(timeline.die().report?.reason == .crashed)
    #expect(timeline.supervisor.phase == .verified)
  }

  @Test func resetLiftsAQuarantineAndForgetsItsDeaths() {
    var timeline = Timeline()
    timeline.crashIntoQuarantine()
    let actions = timeline.tell(.reset)
    #expect(actions.contains(.requestStart(isUrgent: false)))
    #expect(timeline.supervisor.status.state == .restarting)
    timeline.start()
    timeline.die()
    #expect(timeline.untilWake == 100)
  }

  @Test func disablingAndEnablingDoesNotLiftAQuarantine() {
    var timeline = Timeline()
    timeline.crashIntoQuarantine()
    timeline.pass(milliseconds: 60_000)
    timeline.tell(.disable)
    #expect(timeline.supervisor.wakeAt == nil)
    timeline.tell(.enable)
    #expect(timeline.supervisor.phase == .quarantined)
    #expect(timeline.untilWake == 840_000)
  }

  @Test func aQuarantineIsToBeRememberedUntilItIsLifted() {
    var timeline = Timeline()
    for _ in 1...5 {
      timeline.start()
      timeline.die()
      timeline.wake()
    }
    timeline.start()
    let actions = timeline.die()
    #expect(actions.first == .recordQuarantine("the worker was ended by SIGSEGV"))
    #expect(timeline.tell(.reset).first == .liftQuarantine)
    #expect(!timeline.tell(.reset).contains(.liftQuarantine), "once is enough")
  }

  @Test func aHealthyProbeIsForgivenWithoutAnotherBatch() {
    var timeline = Timeline()
    timeline.crashIntoQuarantine()
    timeline.wake()
    timeline.start()
    timeline.answer()
    #expect(timeline.untilWake == 60_000)
    timeline.pass(milliseconds: 60_000)
    #expect(timeline.tell(.timerFired) == [.liftQuarantine])
    #expect(timeline.supervisor.wakeAt == nil)
    #expect(timeline.supervisor.phase == .ready)
  }

  @Test func aProbeThatAnswersNothingIsNotForgiven() {
    var timeline = Timeline()
    timeline.crashIntoQuarantine()
    timeline.wake()
    timeline.start()
    #expect(timeline.supervisor.wakeAt == nil)
    timeline.pass(milliseconds: 600_000)
    #expect(timeline.die().report?.reason == .quarantined)
  }

  @Test func aHealthyMomentDuringABatchDoesNotExcuseIt() {
    var timeline = Timeline()
    timeline.start()
    timeline.answer()
    timeline.die()
    timeline.start()
    timeline.answer()
    timeline.pass(milliseconds: 59_900)
    timeline.send()
    #expect(timeline.untilWake == 100)
    #expect(timeline.wake() == 100)
    #expect(timeline.supervisor.phase == .busy)
    #expect(timeline.untilWake == 151)
    timeline.pass(milliseconds: 151)
    #expect(timeline.tell(.timerFired) == [.kill])
  }

  @Test func whatWasQuarantinedBeforeIsNotStartedUntilItsProbe() {
    var supervisor = Supervisor()
    _ = supervisor.handle(.quarantinedBefore("died too often"), at: 0)
    let actions = supervisor.handle(.verified, at: 0)
    #expect(
      actions == [.becameDown(DownReport(.quarantined, "died too often")), .statusChanged])
    #expect(supervisor.status == PluginStatus(state: .quarantined, lastError: "died too often"))
    #expect(supervisor.wakeAt == 900_000 * .millisecond)
    var probed = supervisor
    #expect(
      probed.handle(.timerFired, at: 900_000 * .millisecond).contains(
        .requestStart(isUrgent: false)))
    let reset = supervisor.handle(.reset, at: 1)
    #expect(reset.first == .liftQuarantine)
    #expect(reset.contains(.requestStart(isUrgent: false)))
  }

  @Test func whatWasQuarantinedBeforeAndIsOffStaysOff() {
    var supervisor = Supervisor()
    _ = supervisor.handle(.disable, at: 0)
    _ = supervisor.handle(.quarantinedBefore("died too often"), at: 0)
    #expect(supervisor.handle(.verified, at: 0) == [])
    #expect(supervisor.handle(.enable, at: 0) == [.statusChanged])
    #expect(supervisor.phase == .quarantined)
  }

  @Test func whyNewerFilesAreNotUsedIsSaid() {
    var timeline = Timeline()
    timeline.start()
    #expect(timeline.tell(.notReplaced("no symbol")) == [.statusChanged])
    #expect(timeline.supervisor.status.lastError == "no symbol")
    #expect(timeline.supervisor.phase == .ready)
  }
}
