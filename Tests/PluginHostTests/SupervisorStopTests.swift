import ButtonModel
import Supervision
import TestSupport
import Testing

@testable import PluginHost

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

  @Test func aWorkerThatAnswersBeforeItStopsKeepsItsTime() {
    var timeline = Timeline()
    timeline.start()
    timeline.send()
    timeline.tell(.stop)
    timeline.pass(milliseconds: 100)
    #expect(timeline.tell(.answered(sequence: 1)) == [])
    #expect(timeline.supervisor.phase == .stopping)
    #expect(timeline.untilWake == 400)
    #expect(timeline.tell(.exited(.code(0))) == [.stopped])
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
