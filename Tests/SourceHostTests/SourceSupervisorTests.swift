import ButtonModel
import SourceHost
import Supervision
import Testing

/// A supervisor and the time that it is given, for tests that play a source's life.
private struct SourceLife {
  var supervisor: SourceSupervisor
  /// Nanoseconds.
  var now: UInt64 = 1_000 * .millisecond
  private var pid: Int32 = 100

  init(
    every interval: UInt64? = nil, _ figures: SourceSupervisionFigures = SourceSupervisionFigures()
  ) {
    supervisor = SourceSupervisor(interval: interval, figures: figures)
    #expect(tell(.start) == [.spawn])
    spawned()
  }

  @discardableResult
  mutating func tell(_ event: SourceSupervisor.Event) -> [SourceSupervisor.Action] {
    supervisor.handle(event, at: now)
  }

  mutating func spawned() {
    pid += 1
    #expect(tell(.spawned(pid: pid)) == [.statusChanged])
  }

  /// Lets time pass until something is due.
  @discardableResult
  mutating func wake() -> [SourceSupervisor.Action] {
    guard let time = supervisor.wakeAt else { return [] }
    now = time
    return tell(.timerFired)
  }

  mutating func pass(_ milliseconds: UInt64) { now += milliseconds * .millisecond }
}

@Suite struct SourceSupervisorTests {
  @Test func aProgramThatDeliveredComesBackAtOnceAndThenWithBackoff() {
    var life = SourceLife()
    #expect(life.supervisor.status.state == .running)
    life.tell(.delivered)
    life.pass(10)
    #expect(life.tell(.exited(.code(1))) == [.died("exited with code 1"), .spawn])
    life.spawned()
    life.tell(.delivered)
    #expect(life.tell(.exited(.signal(11))) == [.died("was ended by SIGSEGV"), .statusChanged])
    #expect(life.supervisor.phase == .backoff)
    #expect(life.supervisor.wakeAt == life.now + 100 * .millisecond)
    #expect(life.wake() == [.spawn])
    #expect(life.supervisor.status.restarts == 2)
    #expect(life.supervisor.status.deaths == 2)
  }

  @Test func anExitWithZeroIsADeathOfWhatShouldRunAllTheTime() {
    var life = SourceLife()
    #expect(life.tell(.exited(.code(0))) == [.died("exited with code 0"), .statusChanged])
    #expect(life.supervisor.status.state == .restarting)
  }

  @Test func theFifthDeathInAMinuteIsAQuarantine() {
    var life = SourceLife()
    for _ in 1...4 {
      life.tell(.exited(.code(3)))
      #expect(life.supervisor.phase == .backoff)
      #expect(life.wake() == [.spawn])
      life.spawned()
    }
    let actions = life.tell(.exited(.code(3)))
    #expect(actions.contains(.wasQuarantined("exited with code 3")))
    #expect(life.supervisor.status.state == .quarantined)
    #expect(life.supervisor.retryAt == life.now + 300_000 * .millisecond)
  }

  @Test func aResetLiftsAQuarantineAndStarts() {
    var figures = SourceSupervisionFigures()
    figures.restarts.intensity = 0
    var life = SourceLife(figures)
    life.tell(.exited(.code(3)))
    #expect(life.supervisor.phase == .quarantined)
    #expect(life.tell(.reset) == [.spawn])
    life.spawned()
    #expect(life.supervisor.status.state == .running)
    #expect(life.supervisor.wakeAt == nil)
  }

  @Test func aResetEndsAProgramThatRunsAndStartsItAgain() {
    var life = SourceLife()
    #expect(life.tell(.reset) == [.terminate, .statusChanged])
    #expect(life.tell(.reset) == [])
    #expect(life.tell(.exited(.code(0))) == [.spawn])
    life.spawned()
    #expect(life.supervisor.status.state == .running)
    #expect(life.supervisor.status.deaths == 0)
    // One that does not end is killed.
    life.tell(.reset)
    #expect(life.wake() == [.kill])
    #expect(life.tell(.exited(.signal(9))) == [.spawn])
  }

  @Test func aStopDuringAResetIsAStop() {
    var life = SourceLife()
    life.tell(.reset)
    #expect(life.tell(.stop) == [])
    #expect(life.tell(.exited(.code(0))) == [.stopped])
  }

  @Test func aProbeThatRunsForAMinuteEndsAQuarantine() {
    var figures = SourceSupervisionFigures()
    figures.restarts.intensity = 0
    var life = SourceLife(figures)
    life.tell(.exited(.code(3)))
    #expect(life.wake() == [.spawn])
    life.spawned()
    #expect(life.wake() == [.recovered, .statusChanged])
    #expect(life.supervisor.wakeAt == nil)
  }

  @Test func aProgramThatClosesItsOutputAndStaysIsKilled() {
    var life = SourceLife()
    #expect(life.tell(.outputEnded) == [])
    #expect(life.supervisor.wakeAt == life.now + 1_000 * .millisecond)
    #expect(life.wake() == [.kill])
    #expect(life.wake() == [.killNow])
    #expect(
      life.tell(.exited(.signal(9))).first == .died("closed its output and did not exit"))
  }

  @Test func howItExitsSaysMoreThanItsClosedOutput() {
    var life = SourceLife()
    life.tell(.outputEnded)
    #expect(life.tell(.exited(.code(7))).first == .died("exited with code 7"))
  }

  @Test func whatEndsBeforeItIsKilledSaysHow() {
    var life = SourceLife()
    life.tell(.outputEnded)
    #expect(life.wake() == [.kill])
    #expect(
      life.tell(.exited(.code(127), fault: "cannot")).first == .died("exited with code 127: cannot")
    )
  }

  @Test func whatCannotBeStartedSaysWhy() {
    var life = SourceLife()
    #expect(
      life.tell(.exited(.code(127), fault: "cannot run 'x': No such file or directory")).first
        == .died("exited with code 127: cannot run 'x': No such file or directory"))
    _ = life.wake()
    #expect(life.tell(.spawnFailed("no memory")).first == .died("no memory"))
  }

  @Test(arguments: [nil, 60_000 * .millisecond])
  func aProcessThatCannotBeMadeIsNotHeldAgainstTheProgram(interval: UInt64?) {
    var life = SourceLife(every: interval)
    for _ in 0..<50 {
      #expect(life.tell(.spawnFailed("too many open files")).first == .died("too many open files"))
      #expect(life.supervisor.status.state == .restarting)
      #expect(life.wake().first == .spawn)
    }
    #expect(life.supervisor.status.deaths == 0)
  }

  @Test func aStopAsksThenKillsThenKillsTheRunner() {
    var life = SourceLife()
    #expect(life.tell(.stop) == [.terminate, .statusChanged])
    #expect(life.tell(.stop) == [])
    #expect(life.wake() == [.kill])
    #expect(life.wake() == [.killNow])
    #expect(life.tell(.exited(.signal(9))) == [.stopped])
    #expect(life.supervisor.wakeAt == nil)
  }

  @Test(arguments: [true, false])
  func aStopWithoutAProcessIsOverAtOnce(isPolled: Bool) {
    var life = SourceLife(every: isPolled ? 60_000 * .millisecond : nil)
    life.tell(.exited(.code(0)))
    #expect(life.tell(.stop) == [.stopped])
    #expect(life.supervisor.phase == .stopped)
  }

  // MARK: Polls

  @Test func runsBeginAtTheInterval() {
    var life = SourceLife(every: 10_000 * .millisecond)
    let start = life.now
    life.pass(2_000)
    #expect(life.tell(.exited(.code(0))) == [.statusChanged, .runEnded])
    #expect(life.supervisor.status.state == .waiting)
    #expect(life.supervisor.wakeAt == start + 10_000 * .millisecond)
    #expect(life.wake() == [.spawn])
    #expect(life.supervisor.status.restarts == 0)
  }

  @Test func runsThatWereMissedAreNotMadeUpFor() {
    var life = SourceLife(every: 1_000 * .millisecond)
    life.pass(4_500)
    life.tell(.exited(.code(0)))
    #expect(life.supervisor.wakeAt == life.now)
    life.wake()
    life.spawned()
    life.tell(.exited(.code(0)))
    #expect(life.supervisor.wakeAt == life.now + 1_000 * .millisecond)
  }

  @Test(arguments: [(100, 5_000), (8_000, 8_000), (600_000, 60_000)] as [(UInt64, UInt64)])
  func aRunThatDoesNotEndIsKilled(interval: UInt64, limit: UInt64) {
    var life = SourceLife(every: interval * .millisecond)
    let start = life.now
    #expect(life.wake() == [.kill])
    #expect(life.now == start + limit * .millisecond)
    #expect(life.tell(.exited(.signal(9))).first == .died("did not end within \(limit) ms"))
  }

  @Test func aRunWithTheWrongOutputHasFailed() {
    var life = SourceLife(every: 1_000 * .millisecond)
    let actions = life.tell(.exited(.code(0), fault: "'x' is not a number"))
    #expect(actions == [.died("'x' is not a number"), .statusChanged, .runEnded])
    #expect(life.supervisor.status.state == .restarting)
    #expect(life.supervisor.wakeAt == life.now + 1_000 * .millisecond)
    life.wake()
    life.spawned()
    #expect(life.tell(.exited(.code(0))) == [.statusChanged, .runEnded])
    #expect(life.supervisor.status.state == .waiting)
  }

  @Test func onlyRunsThatFailFiveTimesInAMinuteAreQuarantined() {
    for (interval, isQuarantined) in [(10_000, true), (20_000, false)] as [(UInt64, Bool)] {
      var life = SourceLife(every: interval * .millisecond)
      for _ in 1...5 {
        life.tell(.exited(.code(1)))
        if life.supervisor.phase == .backoff { life.wake() }
      }
      #expect((life.supervisor.phase == .quarantined) == isQuarantined, "\(interval)")
    }
  }

  @Test func aRunCanBeAskedForAtAnyTime() {
    var life = SourceLife(every: 600_000 * .millisecond)
    #expect(life.tell(.run) == [])
    life.tell(.exited(.code(0)))
    life.pass(10)
    #expect(life.tell(.run) == [.spawn])
    life.spawned()
    life.tell(.exited(.code(1)))
    #expect(life.supervisor.phase == .backoff)
    #expect(life.tell(.run) == [.spawn])
  }

  @Test func aProgramThatRunsAllTheTimeIsNotRun() {
    var life = SourceLife()
    #expect(life.tell(.run) == [])
    life.tell(.exited(.code(1)))
    #expect(life.tell(.run) == [])
  }
}
