import ButtonModel
import Supervision
import TestSupport
import Testing

@testable import PluginHost

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
