import ButtonModel
import Supervision
import TestSupport
import Testing

@testable import PluginHost

@Suite struct SupervisorDeathTests {
  @Test func theFirstDeathAfterAGoodBatchIsMadeGoodAtOnce() {
    var timeline = Timeline()
    timeline.start()
    timeline.answer()
    let actions = timeline.tell(.exited(.signal(9)))
    #expect(
      actions == [
        .becameDown(DownReport(.crashed, "the worker was ended by SIGKILL")), .statusChanged,
        .requestStart(isUrgent: true),
      ])
    #expect(timeline.supervisor.status.state == .restarting)
    timeline.start()
    #expect(timeline.supervisor.status.restarts == 1)
    #expect(timeline.supervisor.status.state == .running)
    #expect(timeline.supervisor.status.lastError == "the worker was ended by SIGKILL")
  }

  @Test func aDeathBeforeAnyGoodBatchWaits() {
    var timeline = Timeline()
    timeline.start()
    timeline.answer(0)
    timeline.die()
    #expect(timeline.supervisor.phase == .backoff)
    #expect(timeline.untilWake == 100)
  }

  @Test func theSecondDeathWaitsEvenAfterAGoodBatch() {
    var timeline = Timeline()
    for expected in [nil, 100, 200, 400] as [UInt64?] {
      timeline.start()
      timeline.answer()
      timeline.die()
      #expect(timeline.untilWake == expected)
      timeline.wake()
    }
  }

  @Test func theWaitDoublesUpToItsCap() {
    var figures = SupervisionFigures()
    figures.restarts.intensity = 100
    var timeline = Timeline(figures)
    var waits: [UInt64?] = []
    for _ in 0..<12 {
      timeline.start()
      timeline.die()
      waits.append(timeline.wake())
    }
    #expect(
      waits == [
        100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000, 30_000,
      ])
  }

  @Test(
    arguments: [
      (jitter: -1, expected: 80), (jitter: 0, expected: 100), (jitter: 1, expected: 120),
      (jitter: 5, expected: 120),
    ] as [(jitter: Double, expected: UInt64)])
  func theWaitVariesByAFifth(jitter: Double, expected: UInt64) {
    var timeline = Timeline()
    timeline.start()
    timeline.die(jitter: jitter)
    #expect(timeline.untilWake == expected)
  }

  @Test func helloAloneDoesNotResetTheWait() {
    var timeline = Timeline()
    timeline.start()
    timeline.die()
    timeline.wake()
    timeline.start()
    timeline.pass(milliseconds: 100_000)
    timeline.die()
    #expect(timeline.untilWake == 200)
  }

  @Test func aMinuteOfHealthWithAGoodBatchResetsTheWait() {
    var timeline = Timeline()
    for _ in 0..<3 {
      timeline.start()
      timeline.die()
      timeline.wake()
    }
    timeline.start()
    timeline.answer()
    timeline.pass(milliseconds: 59_999)
    var early = timeline
    early.die()
    #expect(early.supervisor.phase == .verified, "the first after a good batch")
    early.start()
    early.die()
    #expect(early.untilWake == 800)

    timeline.pass(milliseconds: 1)
    timeline.die()
    timeline.start()
    timeline.die()
    #expect(timeline.untilWake == 100)
  }

  @Test(arguments: 64...79 as ClosedRange<Int32>)
  func aPermanentExitCodeEndsAllRestarts(code: Int32) {
    var timeline = Timeline()
    timeline.tell(.admitted)
    timeline.tell(.spawned(pid: 1))
    let actions = timeline.tell(.exited(.code(code)))
    #expect(
      actions == [
        .endStart, .becameDown(DownReport(.failed, "the worker exited with code \(code)")),
        .statusChanged,
      ])
    #expect(timeline.supervisor.phase == .failed)
    #expect(timeline.supervisor.wakeAt == nil)
  }

  @Test(arguments: [0, 1, 63, 80, 255] as [Int32])
  func anyOtherExitCodeIsACrash(code: Int32) {
    var timeline = Timeline()
    timeline.start()
    #expect(timeline.tell(.exited(.code(code))).report?.reason == .crashed)
    #expect(timeline.supervisor.phase == .backoff)
  }

  @Test func aWorkerThatGivesUpMayLeaveByItselfAndIsKilledIfItDoesNot() {
    var timeline = Timeline()
    timeline.tell(.admitted)
    timeline.tell(.spawned(pid: 1))
    #expect(timeline.tell(.gaveUp("no symbol")) == [])
    #expect(timeline.untilWake == 500)
    var slow = timeline
    slow.pass(milliseconds: 500)
    #expect(slow.tell(.timerFired) == [.kill])
    #expect(slow.tell(.exited(.signal(9))).report == DownReport(.failed, "no symbol"))
    #expect(timeline.tell(.exited(.code(65))).report == DownReport(.failed, "no symbol"))
  }

  @Test func aWorkerThatLeavesItsChannelIsKilledSoonUnlessItExits() {
    var timeline = Timeline()
    timeline.start()
    #expect(timeline.tell(.channelClosed) == [])
    #expect(timeline.untilWake == 100)
    var slow = timeline
    slow.pass(milliseconds: 100)
    #expect(slow.tell(.timerFired) == [.kill])
    let report = slow.tell(.exited(.signal(9))).report
    #expect(report == DownReport(.crashed, "left its channel and did not exit"))
    // It was just going when its time was up.
    var late = timeline
    late.pass(milliseconds: 100)
    #expect(late.tell(.timerFired) == [.kill])
    let end = late.tell(.exited(.signal(31), detail: "the plugin called kill")).report
    #expect(end?.message.hasSuffix("the plugin called kill") == true)
    #expect(timeline.tell(.exited(.code(66))).report?.reason == .crashed)
  }

  @Test func onlyAStartIsForGoodByItsExitOrItsWord() {
    for code: Int32 in 64...79 {
      var starting = Timeline()
      starting.tell(.admitted)
      starting.tell(.spawned(pid: 1))
      #expect(starting.tell(.exited(.code(code))).report?.reason == .failed)
      var running = Timeline()
      running.start()
      #expect(running.tell(.exited(.code(code))).report?.reason == .crashed)
    }
    var running = Timeline()
    running.start()
    #expect(running.tell(.gaveUp("I am tired")) == [.kill])
    let report = running.tell(.exited(.signal(9))).report
    #expect(report == DownReport(.crashed, "gave up: I am tired"))
  }

  @Test func whatIsKnownOfTheEndIsReported() {
    var timeline = Timeline()
    timeline.start()
    let actions = timeline.tell(.exited(.code(80), detail: "the plugin called socket"))
    #expect(actions.report?.message == "the worker exited with code 80: the plugin called socket")
  }

  @Test func aLibraryThatIsCutShortIsSaidToBe() {
    var timeline = Timeline()
    timeline.tell(.admitted)
    timeline.tell(.spawned(pid: 1))
    timeline.tell(.channelClosed)
    let report = timeline.tell(.exited(.signal(7))).report
    #expect(
      report?.message == "the worker was ended by SIGBUS: the library seems to be cut short")
    timeline.wake()
    timeline.start()
    #expect(timeline.tell(.exited(.signal(7))).report?.message == "the worker was ended by SIGBUS")
  }

  @Test func deathsAreCountedForPeopleAndNothingElseIsOne() {
    var timeline = Timeline()
    timeline.tell(.admitted)
    timeline.tell(.spawnFailed("no memory"))
    #expect(timeline.supervisor.status.deaths == 0, "nothing the plugin did")
    timeline.wake()
    timeline.start()
    timeline.answer()
    timeline.die(on: 3)
    #expect(timeline.supervisor.status.deaths == 1)
    timeline.start()
    timeline.die(on: 3)
    #expect(timeline.supervisor.status.deaths == 2, "the button is to blame, but it died")
    timeline.start()
    timeline.tell(.disable)
    timeline.tell(.exited(.code(0)))
    #expect(timeline.supervisor.status.deaths == 2)
    timeline.tell(.reset)
    #expect(timeline.supervisor.status.deaths == 2, "a reset forgives and does not forget")
    let next = Supervisor(deaths: timeline.supervisor.status.deaths)
    #expect(next.status.deaths == 2)
  }
}
