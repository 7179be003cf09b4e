import ButtonModel
import Supervision
import TestSupport
import Testing

@testable import PluginHost

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
