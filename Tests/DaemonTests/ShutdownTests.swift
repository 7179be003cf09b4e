import Testing

@testable import buttond

/// How the daemon ends, with events and milliseconds passed in.
@Suite struct ShutdownTests {
  private typealias Work = Shutdown.Work
  private static let done = Work(isPublished: true, isKept: true)
  private static let unkept = Work(isPublished: true, isKept: false)
  private static let unpublished = Work(isPublished: false, isKept: true)
  private static let nothing = Work(isPublished: false, isKept: false)

  /// One event, and all that it brings about.
  struct Step: Sendable {
    let time: UInt64
    let event: Shutdown.Event
    let actions: [Shutdown.Action]

    init(_ time: UInt64, _ event: Shutdown.Event, _ actions: [Shutdown.Action] = []) {
      self.time = time
      self.event = event
      self.actions = actions
    }
  }

  /// A way to the end.
  struct Story: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let steps: [Step]
    let phase: Shutdown.Phase

    init(_ name: String, _ phase: Shutdown.Phase, _ steps: [Step]) {
      testDescription = name
      self.phase = phase
      self.steps = steps
    }
  }

  private static let begin = [
    Step(0, .started), Step(10_000, .signal, [.drain, .setTimer(1_000)]),
  ]

  static let stories = [
    Story(
      "nothing is left to do", .ending,
      begin + [
        Step(10_000, .turnEnded(done), [.setTimer(4_500), .end])
      ]),
    Story(
      "it waits until all is published and kept", .ending,
      begin + [
        Step(10_100, .turnEnded(nothing)), Step(10_200, .turnEnded(unpublished)),
        Step(10_300, .turnEnded(unkept)), Step(10_400, .turnEnded(done), [.setTimer(4_100), .end]),
      ]),
    Story(
      "publishing has a second, keeping longer", .ending,
      begin + [
        Step(11_000, .timerFired(nothing), [.reportUnpublished, .setTimer(3_500)]),
        Step(11_500, .turnEnded(nothing)),
        Step(12_000, .turnEnded(unpublished), [.setTimer(2_500), .end]),
      ]),
    Story(
      "what is kept when the second is over need not wait", .ending,
      begin + [
        Step(
          11_000, .timerFired(unpublished),
          [.reportUnpublished, .setTimer(3_500), .setTimer(3_500), .end])
      ]),
    Story(
      "all was published but not kept when the second is over", .keeping,
      begin + [
        Step(11_000, .timerFired(unkept), [.setTimer(3_500)])
      ]),
    Story(
      "a disk that hangs is given up", .keeping,
      begin + [
        Step(11_000, .timerFired(unkept), [.setTimer(3_500)]),
        Step(14_500, .timerFired(unkept), [.exit(.hang)]),
      ]),
    Story(
      "a worker that hangs is given up", .ending,
      begin + [
        Step(10_100, .turnEnded(done), [.setTimer(4_400), .end]),
        Step(14_500, .timerFired(done), [.exit(.hang)]),
      ]),
    Story(
      "the time that is left is never none", .ending,
      begin + [
        Step(20_000, .turnEnded(done), [.setTimer(1), .end])
      ]),
    Story(
      "a second signal counts after half a second", .draining,
      begin + [
        Step(10_000, .signal), Step(10_499, .signal), Step(10_500, .signal, [.exit(.secondSignal)]),
      ]),
    Story(
      "a second signal counts also when clients and workers go", .ending,
      begin + [
        Step(10_100, .turnEnded(done), [.setTimer(4_400), .end]),
        Step(10_600, .signal, [.exit(.secondSignal)]),
      ]),
    Story(
      "a start is given up", .ending,
      [
        Step(3_000, .signal, [.giveUpStart]), Step(3_001, .signal), Step(3_002, .started),
        Step(3_003, .turnEnded(done)), Step(3_500, .signal, [.exit(.secondSignal)]),
      ]),
    Story(
      "without a timer nothing is waited for", .ending,
      begin + [
        Step(10_000, .timerFailed, [.end]), Step(10_001, .timerFailed, [.exit(.noTimer)]),
      ]),
    Story(
      "turns before the signal mean nothing", .running,
      [
        Step(0, .turnEnded(done)), Step(1, .started), Step(2, .turnEnded(done)),
      ]),
  ]

  @Test(arguments: stories) func itEndsInThisOrder(story: Story) {
    var shutdown = Shutdown()
    for step in story.steps {
      let actions = shutdown.handle(step.event, at: step.time)
      #expect(actions == step.actions, "\(step.event) at \(step.time)")
    }
    #expect(shutdown.phase == story.phase)
  }
}
