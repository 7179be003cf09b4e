import ButtonModel
import TestSupport
import Testing

@testable import PluginHost

@Suite struct SupervisorStartTests {
  @Test func aVerifiedPluginAsksForItsTurnAndThenForAProcess() {
    var supervisor = Supervisor()
    #expect(supervisor.phase == .discovered)
    #expect(
      supervisor.handle(.verified, at: 0) == [.statusChanged, .requestStart(isUrgent: false)])
    #expect(supervisor.phase == .verified)
    #expect(supervisor.handle(.admitted, at: 0) == [.spawn])
    #expect(supervisor.phase == .spawning)
    #expect(supervisor.status.state == .starting)
  }

  @Test func helloMakesItReadyAndFreesItsPlaceAmongTheStarting() {
    var timeline = Timeline()
    timeline.tell(.admitted)
    timeline.tell(.spawned(pid: 42))
    let actions = timeline.tell(.hello)
    #expect(actions == [.becameReady, .statusChanged, .endStart])
    #expect(timeline.supervisor.phase == .ready)
    #expect(timeline.supervisor.status == PluginStatus(state: .running, pid: 42))
    #expect(timeline.supervisor.wakeAt == nil)
  }

  @Test(
    arguments: [
      (asked: nil, expected: 2_000), (asked: 500, expected: 500), (asked: 9_000, expected: 9_000),
      (asked: 60_000, expected: 10_000),
    ] as [(asked: UInt64?, expected: UInt64)])
  func helloMustComeWithinTheStartTimeout(asked: UInt64?, expected: UInt64) {
    var timeline = Timeline(startTimeout: asked.map { $0 * .millisecond })
    timeline.tell(.admitted)
    timeline.tell(.spawned(pid: 1))
    #expect(timeline.untilWake == expected)
    timeline.pass(milliseconds: expected - 1)
    #expect(timeline.tell(.timerFired) == [])
    timeline.pass(milliseconds: 1)
    #expect(timeline.tell(.timerFired) == [.kill])
    let report = timeline.tell(.exited(.signal(9))).report
    #expect(report == DownReport(.hung, "no hello within \(expected) ms"))
  }

  @Test func aFailureToSpawnWaitsLongerEachTimeButIsNoDeathOfThePlugin() {
    var timeline = Timeline()
    for step in 0..<12 {
      timeline.tell(.admitted)
      let actions = timeline.tell(.spawnFailed("no processes left"))
      #expect(actions.report == DownReport(.crashed, "no processes left"))
      #expect(timeline.wake() == min(100 << UInt64(step), 30_000))
    }
    #expect(timeline.supervisor.phase == .verified)
  }

  @Test func aTurnThatComesTooLateIsGivenBack() {
    var timeline = Timeline()
    #expect(timeline.tell(.disable).first == .endStart)
    #expect(timeline.tell(.admitted) == [.endStart])
    #expect(timeline.supervisor.phase == .disabled)
  }

  @Test func aSecondHelloIsAFault() {
    var timeline = Timeline()
    timeline.start()
    #expect(timeline.tell(.hello) == [.kill])
  }

  @Test func aFileThatIsNotWhatItsManifestSaysFailsForGood() {
    var supervisor = Supervisor()
    let report = supervisor.handle(.unverified("another hash"), at: 0).report
    #expect(report == DownReport(.failed, "another hash"))
    #expect(supervisor.status.state == .failed)
    #expect(supervisor.handle(.verified, at: 0) == [])
    _ = supervisor.handle(.reset, at: 0)
    #expect(supervisor.phase == .discovered)
    #expect(supervisor.handle(.verified, at: 0).contains(.requestStart(isUrgent: false)))
  }
}

@Suite struct SupervisorBatchTests {
  @Test(
    arguments: [
      (count: 0, first: 1_000, later: 250), (count: 1, first: 1_004, later: 251),
      (count: 100, first: 1_400, later: 350), (count: 512, first: 3_048, later: 762),
      (count: 1_750, first: 8_000, later: 2_000), (count: 9_999, first: 8_000, later: 2_000),
    ] as [(count: Int, first: UInt64, later: UInt64)])
  func aBatchMustBeAnsweredInTimeTheFirstInFourTimesThat(
    count: Int, first: UInt64, later: UInt64
  ) {
    var timeline = Timeline()
    timeline.start()
    timeline.send(count)
    #expect(timeline.untilWake == first)
    timeline.tell(.answered(sequence: 1))
    timeline.answer(1)
    timeline.send(count)
    #expect(timeline.untilWake == later)
    timeline.pass(milliseconds: later)
    #expect(timeline.tell(.timerFired) == [.kill])
    let report = timeline.tell(.exited(.signal(9))).report
    #expect(report?.reason == .hung)
    #expect(report?.message == "no answer to a batch of \(count) within \(later) ms")
  }

  @Test func aLoopThatWasHeldUpReadsAndWritesOnceBeforeItJudges() {
    var timeline = Timeline()
    timeline.start()
    timeline.answer()
    for delay: UInt64 in [0, 1, 40, 9_000] {
      timeline.send()
      timeline.send()
      timeline.pass(milliseconds: 251 + delay)
      #expect(timeline.tell(.heldUp) == [])
      // As long as it was held up, at most as long as the batch may take, and never at once.
      #expect(timeline.untilWake == min(max(1, delay), 251))
      timeline.tell(.answered(sequence: timeline.supervisor.expectedAnswer ?? 0))
      #expect(timeline.untilWake == 251)
      timeline.tell(.answered(sequence: timeline.supervisor.expectedAnswer ?? 0))
    }
    timeline.send()
    timeline.pass(milliseconds: 251)
    #expect(timeline.tell(.heldUp) == [])
    timeline.pass(milliseconds: 1)
    #expect(timeline.tell(.heldUp) == [.kill])
    #expect(
      timeline.tell(.exited(.signal(9))).report?.message
        == "no answer to a batch of 1 within 251 ms")
  }

  @Test func aHelloThatALoopHadNoTimeToReadIsWaitedForOnce() {
    var timeline = Timeline()
    timeline.tell(.admitted)
    timeline.tell(.spawned(pid: 1))
    timeline.pass(milliseconds: 1_999)
    #expect(timeline.tell(.heldUp) == [])
    #expect(timeline.untilWake == 1)
    timeline.pass(milliseconds: 1)
    #expect(timeline.tell(.heldUp) == [])
    #expect(timeline.untilWake == 1)
    timeline.pass(milliseconds: 1)
    #expect(timeline.tell(.heldUp) == [.kill])
    // The next worker has its own chance.
    timeline.tell(.exited(.signal(9)))
    timeline.wake()
    timeline.tell(.admitted)
    timeline.tell(.spawned(pid: 2))
    timeline.pass(milliseconds: 2_010)
    #expect(timeline.tell(.heldUp) == [])
    #expect(timeline.untilWake == 10)
    timeline.tell(.hello)
    #expect(timeline.supervisor.phase == .ready)
  }

  @Test func theManifestsBudgetOnlyLowersTheDeadline() {
    var low = Timeline(batchBudget: 20 * .millisecond)
    low.start()
    low.answer()
    low.send(100)
    #expect(low.untilWake == 20)
    var high = Timeline(batchBudget: 10_000 * .millisecond)
    high.start()
    high.answer()
    high.send(100)
    #expect(high.untilWake == 350)
  }

  @Test func theTimeOfABatchBeginsWhenTheOneBeforeItIsAnswered() {
    var timeline = Timeline()
    timeline.start()
    timeline.answer()
    timeline.send(1)
    timeline.send(2)
    timeline.pass(milliseconds: 200)
    timeline.tell(.answered(sequence: 2))
    #expect(timeline.supervisor.phase == .busy)
    #expect(timeline.untilWake == 252)
    timeline.tell(.answered(sequence: 3))
    #expect(timeline.supervisor.phase == .ready)
    #expect(timeline.supervisor.wakeAt == nil)
  }

  @Test(arguments: [0, 2, 7] as [UInt32])
  func anAnswerThatIsNotDueIsAFault(sequence: UInt32) {
    var timeline = Timeline()
    timeline.start()
    timeline.send()
    #expect(timeline.tell(.answered(sequence: sequence)) == [.kill])
    let report = timeline.tell(.exited(.signal(9))).report
    #expect(report == DownReport(.crashed, "answered batch \(sequence) where 1 was due"))
  }

  @Test func anAnswerWithoutABatchIsAFault() {
    var timeline = Timeline()
    timeline.start()
    #expect(timeline.tell(.answered(sequence: 1)) == [.kill])
  }
}

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
    figures.intensity = 100
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
    figures.backoff = 30_000 * .millisecond
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
  func aPluginThatDiesAfterEveryHelloIsStartedSixTimesAndThenFourTimesAnHour(
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

@Suite struct SupervisorPoisonTests {
  @Test func aFirstDeathMakesAButtonASuspectAndASecondOnePoisonsIt() {
    var timeline = Timeline()
    timeline.start()
    timeline.answer(99)
    timeline.send(100)
    #expect(timeline.die(on: 7).report?.blame == .suspected(7))
    #expect(timeline.supervisor.hasSuspects)
    timeline.start()
    timeline.answer(99)
    timeline.send(1)
    #expect(timeline.die(on: 7).report?.blame == .poisoned(7))
    #expect(timeline.supervisor.poisonedButtons == [7])
    #expect(!timeline.supervisor.hasSuspects)
  }

  @Test func aDeathThatAButtonExplainsIsMadeGoodAtOnceAndNotCounted() {
    var timeline = Timeline()
    for button in UInt64(1)...50 {
      for _ in 1...2 {
        if timeline.supervisor.phase == .backoff { timeline.wake() }
        timeline.start()
        timeline.answer()
        timeline.send()
        timeline.die(on: button)
      }
      #expect(timeline.supervisor.phase == .verified)
    }
    #expect(timeline.supervisor.poisonedButtons.count == 50)
  }

  @Test func deathsOnEverNewButtonsAreCounted() {
    var timeline = Timeline()
    for button in UInt64(1)...6 {
      if timeline.supervisor.phase == .backoff { timeline.wake() }
      timeline.start()
      timeline.send()
      timeline.die(on: button)
    }
    #expect(timeline.supervisor.phase == .quarantined)
  }

  @Test func aSuspectThatIsAnsweredIsCleared() {
    var timeline = Timeline()
    timeline.start()
    timeline.send()
    timeline.die(on: 7)
    timeline.tell(.cleared([6, 7, 8]))
    #expect(!timeline.supervisor.hasSuspects)
    timeline.wake()
    timeline.start()
    timeline.send()
    #expect(timeline.die(on: 7).report?.blame == .suspected(7))
  }

  @Test(arguments: [.redefined(7), .reset] as [Supervisor.Event])
  func aNewDefinitionOrAResetLiftsThePoison(event: Supervisor.Event) {
    var timeline = Timeline()
    for _ in 1...2 {
      if timeline.supervisor.phase == .backoff { timeline.wake() }
      timeline.start()
      timeline.send()
      timeline.die(on: 7)
    }
    #expect(timeline.supervisor.poisonedButtons == [7])
    timeline.tell(event)
    #expect(timeline.supervisor.poisonedButtons == [])
  }

  @Test func aBoundedNumberOfPoisonedButtonsIsRemembered() {
    var record = PoisonRecord()
    for button in UInt64(1)...3_000 {
      #expect(record.died(on: button, stamp: 0) == .suspected)
      #expect(record.died(on: button, stamp: 0) == .poisoned(firstStamp: 0))
    }
    #expect(record.poisoned == Array(1_977...3_000))
  }

  @Test func aHangNamesItsButtonToo() {
    var timeline = Timeline()
    timeline.start()
    timeline.send()
    timeline.wake()
    let report = timeline.tell(.exited(.signal(9), blamed: 3)).report
    #expect(report?.reason == .hung)
    #expect(report?.blame == .suspected(3))
  }

  @Test(arguments: [9, 15] as [Int32])
  func aKillFromOutsideBlamesNoButton(signal: Int32) {
    var timeline = Timeline()
    timeline.start()
    timeline.send()
    #expect(timeline.tell(.exited(.signal(signal), blamed: 3)).report?.blame == nil)
  }
}

@Suite struct SupervisorStopTests {
  @Test func aWorkerIsAskedToStopAndKilledHalfASecondLater() {
    var timeline = Timeline()
    timeline.start()
    timeline.send()
    #expect(timeline.tell(.stop) == [.sendStop])
    #expect(timeline.supervisor.phase == .stopping)
    #expect(timeline.untilWake == 500)
    timeline.pass(milliseconds: 500)
    #expect(timeline.tell(.timerFired) == [.kill])
    #expect(timeline.tell(.exited(.signal(9))) == [.stopped])
    #expect(timeline.supervisor.phase == .stopped)
  }

  @Test func stoppingBeforeAnyProcessIsDoneAtOnce() {
    var supervisor = Supervisor()
    #expect(supervisor.handle(.stop, at: 0) == [.stopped])
    var waiting = Timeline()
    #expect(waiting.tell(.stop) == [.endStart, .stopped])
    var down = Timeline()
    down.start()
    down.die()
    #expect(down.tell(.stop) == [.stopped])
    #expect(down.supervisor.wakeAt == nil)
  }

  @Test func aWorkerThatDiesWhileStartingLeavesItsPlaceWhenStopped() {
    var timeline = Timeline()
    timeline.tell(.admitted)
    timeline.tell(.spawned(pid: 1))
    #expect(timeline.tell(.stop) == [.sendStop])
    #expect(timeline.tell(.hello) == [])
    #expect(timeline.tell(.exited(.code(0))) == [.endStart, .stopped])
  }

  @Test func aWorkerThatWasDyingAnywayIsNotRestartedAfterStop() {
    var timeline = Timeline()
    timeline.start()
    timeline.tell(.refused("rubbish"))
    #expect(timeline.tell(.stop) == [])
    #expect(timeline.tell(.exited(.signal(9))) == [.stopped])
    #expect(timeline.tell(.enable) == [])
    #expect(timeline.tell(.disable) == [])
  }

  @Test func aDisabledPluginStopsAndRunsAgainWhenEnabled() {
    var timeline = Timeline()
    timeline.start()
    #expect(timeline.tell(.disable) == [.sendStop])
    let report = timeline.tell(.exited(.code(0))).report
    #expect(report?.reason == .disabled)
    #expect(timeline.supervisor.status.state == .disabled)
    #expect(timeline.supervisor.status.pid == nil)
    #expect(timeline.supervisor.status.lastError == nil)
    #expect(timeline.tell(.enable).contains(.requestStart(isUrgent: false)))
    timeline.start()
    #expect(timeline.supervisor.phase == .ready)
  }

  @Test func enablingWhileItStillStopsStartsAnotherOne() {
    var timeline = Timeline()
    timeline.start()
    timeline.tell(.disable)
    #expect(timeline.tell(.enable) == [])
    let actions = timeline.tell(.exited(.code(0)))
    #expect(actions.report?.reason == .starting)
    #expect(actions.last == .requestStart(isUrgent: true))
  }

  @Test func aPluginDisabledBeforeItWasVerifiedWaitsForBoth() {
    var supervisor = Supervisor()
    _ = supervisor.handle(.disable, at: 0)
    #expect(supervisor.handle(.verified, at: 0) == [])
    #expect(supervisor.phase == .disabled)
    #expect(
      supervisor.handle(.enable, at: 0) == [.statusChanged, .requestStart(isUrgent: false)])
  }
}

@Suite struct SupervisorFuzzTests {
  /// Whatever order events come in, a kill is followed by an exit, and no phase waits for ever.
  @Test func anyOrderOfEventsLeavesAConsistentSupervisor() {
    var seed = Seed()
    for _ in 0..<scaled(200) {
      var timeline = Timeline()
      var processes = 0
      var isStopped = false
      for _ in 0..<300 {
        let event = seed.event(for: timeline.supervisor)
        if case .exited = event {
          guard processes > 0 else { continue }
          processes -= 1
        }
        if case .spawnFailed = event { continue }
        let actions = timeline.tell(event, jitter: 0)
        timeline.pass(milliseconds: seed.next() % 2_000)
        for action in actions {
          if action == .spawn {
            processes += 1
            timeline.tell(.spawned(pid: 1))
          }
          if action == .stopped { isStopped = true }
        }
        #expect(processes <= 1)
        #expect(timeline.supervisor.takesBatches ? processes == 1 : true)
        #expect(!isStopped || processes == 0)
        #expect(!isStopped || timeline.supervisor.phase == .stopped)
      }
    }
  }
}

extension Seed {
  /// An event that may happen to a plugin in this state.
  fileprivate mutating func event(for supervisor: Supervisor) -> Supervisor.Event {
    switch next() % 24 {
    case 0...2: .admitted
    case 3...6: .hello
    case 7...9:
      supervisor.takesBatches ? .batchSent(sequence: UInt32(next() % 9), count: 3) : .admitted
    case 10...12: .answered(sequence: supervisor.expectedAnswer ?? 0)
    case 13: .refused("rubbish")
    case 14: .gaveUp("cannot")
    case 15: .channelClosed
    case 16, 17: .exited(next() % 2 == 0 ? .signal(11) : .code(Int32(next() % 100)))
    case 18, 19: .timerFired
    case 20: .reset
    case 21: .disable
    case 22: .enable
    default: next() % 20 == 0 ? .stop : .notReplaced("broken")
    }
  }
}
