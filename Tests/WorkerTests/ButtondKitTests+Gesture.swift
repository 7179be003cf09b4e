import ButtonModel
import ButtondKit
import CButtonPlugin
import PluginChannel
import Testing

@testable import buttond_worker

/// Styles in Swift with gestures of their own.
extension ButtondKitTests {
  private struct Counter: PressScratch {
    var events = 7
    var width = 0.5
  }

  /// A style that is a closure of the test's.
  private struct Primitive<Scratch: PressScratch>: PrimitiveButtonStyle {
    let body:
      @Sendable (PointerEvent, inout ButtondKit.Press<Scratch>, borrowing Context) throws -> Void
    var fired: @Sendable (inout ButtondKit.Press<Scratch>) -> Void = { _ in }

    func timerFired(
      _ press: inout ButtondKit.Press<Scratch>, in context: borrowing Context
    ) throws {
      fired(&press)
    }

    func update(_ look: borrowing ButtondKit.Look, in context: borrowing Context) throws {}

    func gesture(
      _ event: PointerEvent, _ press: inout ButtondKit.Press<Scratch>, in context: borrowing Context
    ) throws {
      try body(event, &press, context)
    }
  }

  /// Takes events to a style one after the other, as one press; gives all answers.
  private func run<Scratch: PressScratch>(
    _ scratch: Scratch.Type, _ events: [GestureEvent], style: Int = 1,
    fired: @escaping @Sendable (inout ButtondKit.Press<Scratch>) -> Void = { _ in },
    _ body:
      @escaping @Sendable (PointerEvent, inout ButtondKit.Press<Scratch>, borrowing Context) throws
      -> Void
  ) throws -> [GestureAnswer] {
    TestPlugin.others = ["primitive": Primitive(body: body, fired: fired)]
    defer { TestPlugin.others = [:] }
    return try withPlugin(styles: ["body", "primitive"]) { plugin, resolution in
      var runner = GestureRunner(
        plugin: plugin, resolution: resolution, page: StatusPageWriter(descriptor: -1))
      var batch = BatchEncoder()
      batch.begin(
        sequence: 1, BatchHeader(commitSequence: 1, revision: 1, nowMilliseconds: 99))
      batch.addButton(BatchItem(handle: 42, style: style))
      batch.finish()
      var gestures = GestureEncoder()
      var answers: [GestureAnswer] = []
      for var event in events {
        event.isPressed = answers.last?.isPressed ?? false
        _ = gestures.encode(
          sequence: 1, handle: 42, event, scratch: answers.last?.scratch ?? GestureScratch(),
          batch: batch.payload)
        answers.append(try runner.run(sequence: 1, payload: gestures.payload))
      }
      return answers
    }
  }

  @Test func aPrimitiveStyleShowsAndTriggersItsPress() throws {
    let answers = try run(
      NoScratch.self, [.init(.began), .init(.moved, isInside: false), .init(.ended)]
    ) { event, press, _ in
      let was = press.isPressed
      press.isPressed = event.isInside
      if event.phase == .ended, !was { press.trigger() }
    }
    #expect(answers.map(\.isPressed) == [true, false, true])
    #expect(answers.map(\.isTriggered) == [false, false, true])
  }

  @Test func aScratchBeginsAsTheStyleSaysAndIsKept() throws {
    let answers = try run(
      Counter.self, [.init(.began, width: 1), .init(.moved, width: 2), .init(.cancelled, width: 3)]
    ) { event, press, context in
      press.scratch.events += 1
      press.scratch.width += event.width
      guard event.phase == .cancelled else { return }
      throw StyleFailure(
        "\(press.scratch.events) \(press.scratch.width) \(context.id) \(context.nowMilliseconds)")
    }
    #expect(answers[1].status == 0)
    #expect(answers[2].message == "10 6.5 shop.pay 99")
  }

  @Test func aTimerIsSetAndFires() throws {
    let answers = try run(
      Counter.self, [.init(.began), .init(.moved), .init(.timer), .init(.timer)],
      fired: { press in
        press.scratch.events += 1
        let isFirst = press.scratch.events == 8
        if isFirst { press.setTimer(milliseconds: 20) } else { press.cancelTimer() }
        press.isPressed = true
        press.trigger()
      },
      { event, press, _ in if event.phase == .began { press.setTimer(milliseconds: 500) } })
    #expect(answers.map(\.timer) == [500, nil, 20, 0])
    #expect(answers.map(\.isTriggered) == [false, false, true, true])
    #expect(answers.map(\.isPressed) == [false, false, true, true])
  }

  @Test(arguments: [9, 0, -1, 60_001, Int.max])
  func aTimeOutOfRangeFails(milliseconds: Int) throws {
    let answers = try run(NoScratch.self, [.init(.began)]) { _, press, _ in
      press.setTimer(milliseconds: milliseconds)
    }
    #expect(answers[0].message == "the timer of the press is out of range")
  }

  @Test func aPressThatIsOverHasNoTimer() throws {
    let answers = try run(NoScratch.self, [.init(.ended)]) { _, press, _ in press.cancelTimer() }
    #expect(answers[0].message == "the timer of the press cannot be used here")
  }

  @Test func anEventArrivesInSwift() throws {
    let answers = try run(
      Int.self, [.init(.moved, pointer: 3, location: .init(x: -1, y: 2), width: 4, height: 5)]
    ) { event, press, _ in
      let place = event.location.map { "\($0.x) \($0.y)" } ?? "nowhere"
      throw StyleFailure(
        "\(event.phase) \(event.isInside) \(event.pointer) \(place) \(event.width) \(event.height)"
      )
    }
    #expect(answers[0].message == "moved true 3 -1.0 2.0 4.0 5.0")
  }

  @Test func aMistakeInAnEventFails() throws {
    let denied = try run(NoScratch.self, [.init(.began)]) { _, _, context in
      _ = context.state("secret", as: Int.self)
    }
    #expect(denied[0].status == -6)
    #expect(denied[0].message == "state.secret is outside the manifest's reads")
    let late = try run(NoScratch.self, [.init(.cancelled)]) { _, press, _ in press.trigger() }
    #expect(late[0].message == "trigger cannot be used here")
  }

  @Test func aStyleThatIsNotPrimitiveTakesNoEvents() throws {
    let answers = try run(NoScratch.self, [.init(.began)], style: 0) { _, _, _ in }
    #expect(answers[0].message == "the style is not a PrimitiveButtonStyle")
  }

  @Test func aPluginWithoutPrimitiveStylesHasNoExtension() throws {
    try withPlugin { plugin, _ in #expect(!plugin.takesGestures) }
  }

  /// A press from inside, its last location, and what comes of it with 40 points and with none.
  private static let ends: [(x: Double, y: Double, near: Bool, within: Bool)] = [
    (0, 0, true, true), (299.9, 39.9, true, true), (300, 39.9, true, false),
    (-40, -40, true, false), (-40.1, 0, false, false), (340, 0, false, false),
    (339.9, 79.9, true, false),
  ]

  @Test(arguments: [true, false])
  func theOrdinaryGestureCanBeHad(isStandard: Bool) throws {
    for (x, y, near, within) in Self.ends {
      let events = [GestureEvent.Phase.began, .moved, .ended].map { phase in
        GestureEvent(
          phase, isInside: phase == .began || near,
          location: phase == .began ? .init(x: 1, y: 1) : .init(x: x, y: y), width: 300,
          height: 40)
      }
      let answers = try run(NoScratch.self, events) { event, press, _ in
        let gesture = isStandard ? PressGesture() : PressGesture(outset: 0)
        gesture.recognize(event, &press)
      }
      let isInside = isStandard ? near : within
      #expect(answers.map(\.isPressed) == [true, isInside, false], "\(x), \(y)")
      #expect(answers.map(\.isTriggered) == [false, false, isInside], "\(x), \(y)")
    }
    let cancelled = try run(NoScratch.self, [.init(.began), .init(.cancelled)]) {
      PressGesture().recognize($0, &$1)
      _ = $2.isEnabled
    }
    #expect(cancelled.map(\.isPressed) == [true, false])
    #expect(!cancelled[1].isTriggered)
  }

  private struct Large: PressScratch {
    var words = SIMD16<Int>()
  }

  @Test func aScratchThatIsTooLargeIsRefusedAtOnce() {
    #expect(throws: WorkerFailure.self) {
      _ = try run(Large.self, [.init(.began)]) { _, _, _ in }
    }
  }
}
