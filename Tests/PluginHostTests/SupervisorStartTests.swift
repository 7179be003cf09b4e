import ButtonModel
import Supervision
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
