import ButtonModel
import Supervision
import TestSupport
import Testing

@testable import PluginHost

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
