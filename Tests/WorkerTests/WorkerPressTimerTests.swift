import ButtonModel
import PluginChannel
import TestSupport
import Testing

/// The timers that primitive styles set during a press.
@Suite(.serialized, .blocking) struct WorkerPressTimerTests {
  /// What the tests' styles do about an event, by their names; they see `timers`, the host's table.
  private static let bodies: KeyValuePairs = [
    "replaces": """
    switch (event->phase) {
    case BTN_POINTER_BEGAN:
      timers->set_timer(request, 20);
      return timers->set_timer(request, 500);
    case BTN_POINTER_TIMER: return timers->set_timer(request, 0);
    }
    """,
    "triggers": """
    if (event->phase == BTN_POINTER_TIMER && event->flags & BTN_POINTER_IS_PRESSED)
      return gesture->trigger(request);
    """,
    "ranges": """
    char text[100];
    if (timers->set_timer(request, BTN_PRESS_TIMER_MIN)) return -101;
    if (timers->set_timer(request, BTN_PRESS_TIMER_MAX)) return -102;
    snprintf(text, sizeof text, "%d %d %d %d %d %d", timers->set_timer(NULL, 10),
             timers->set_timer(request, 9), timers->set_timer(request, 60001),
             timers->set_timer(request, -1), timers->set_timer(request, INT32_MIN),
             timers->set_timer(request, 1));
    if (event->phase == BTN_POINTER_MOVED)
      return host->fail(request, -9, text, (uint32_t)strlen(text));
    """,
    "ten": """
    return timers->set_timer(request, 10);
    """,
  ]

  nonisolated(unsafe) private static let shared = Lasting.made {
    try SharedWorker(
      CPlugin(
        event: """
          if (!timers) timers = host->get_extension(host->host, BTN_EXT_PRESS_TIMER);
          if (!BTN_HAS(timers, set_timer)) return -100;
          \(SharedWorker.cases(bodies))
          """,
        resolve: """
          char text[20];
          const btn_host_press_timer *table =
            host->get_extension(host->host, BTN_EXT_PRESS_TIMER);
          snprintf(text, sizeof text, "%d", table->set_timer(request, 10));
          set_text(request, "title", text);
          """, declarations: "static const btn_host_press_timer *timers;"), bodies.map(\.key))
  }

  private func gesture(_ name: String, _ event: GestureEvent) throws -> GestureAnswer {
    let shared = try Self.shared.get()
    return try shared.worker.gesture(event) { $0.addButton(shared.item(name)) }
  }

  @Test func aStyleSetsReplacesAndTakesAwayItsTimer() throws {
    #expect(try gesture("replaces", GestureEvent(.began)).timer == 500)
    #expect(try gesture("replaces", GestureEvent(.moved)).timer == nil)
    #expect(try gesture("replaces", GestureEvent(.timer)).timer == 0)
  }

  @Test func itMayTriggerWhenTheTimerFires() throws {
    #expect(try gesture("triggers", GestureEvent(.timer, isPressed: true)).isTriggered)
    #expect(try !gesture("triggers", GestureEvent(.timer)).isTriggered)
  }

  @Test(arguments: [GestureEvent.Phase.began, .moved, .ended, .cancelled, .timer])
  func onlyAPressThatGoesOnHasATimer(phase: GestureEvent.Phase) throws {
    let answer = try gesture("ten", GestureEvent(phase))
    switch phase {
    case .began, .moved, .timer: #expect(answer.timer == 10)
    case .ended, .cancelled: #expect(answer.status == -7 && answer.timer == nil)
    }
  }

  @Test func aTimeOutOfRangeIsRefusedAndChangesNothing() throws {
    #expect(try gesture("ranges", GestureEvent(.moved)).message == "-1 -4 -4 -4 -4 -4")
    #expect(try gesture("ranges", GestureEvent(.began)).timer == 60_000)
  }

  @Test func onlyAnEventSetsTimers() throws {
    let answer = try Self.shared.get().resolve("ten")
    #expect(try answer.value(.title) == .text("-7"))
  }
}
