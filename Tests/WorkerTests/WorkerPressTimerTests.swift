import ButtonModel
import PluginChannel
import TestSupport
import Testing

/// The timers that primitive styles set during a press.
@Suite(.serialized, .blocking) struct WorkerPressTimerTests {
  /// A worker whose style has `timers`, the host's table.
  private func worker(event: String, resolve: String = "") throws -> WorkerFixture {
    let plugin = try CPlugin(
      event: """
        if (!timers) timers = host->get_extension(host->host, BTN_EXT_PRESS_TIMER);
        if (!BTN_HAS(timers, set_timer)) return -100;
        {
          \(event)
        }
        """,
      resolve: resolve, declarations: "static const btn_host_press_timer *timers;")
    let worker = try WorkerFixture(plugin.load())
    try worker.hello()
    return worker
  }

  @Test func aStyleSetsReplacesAndTakesAwayItsTimer() throws {
    let worker = try worker(
      event: """
        switch (event->phase) {
        case BTN_POINTER_BEGAN:
          timers->set_timer(request, 20);
          return timers->set_timer(request, 500);
        case BTN_POINTER_TIMER: return timers->set_timer(request, 0);
        }
        """)
    #expect(try worker.gesture(GestureEvent(.began)).timer == 500)
    #expect(try worker.gesture(GestureEvent(.moved)).timer == nil)
    #expect(try worker.gesture(GestureEvent(.timer)).timer == 0)
  }

  @Test func itMayTriggerWhenTheTimerFires() throws {
    let worker = try worker(
      event: """
        if (event->phase == BTN_POINTER_TIMER && event->flags & BTN_POINTER_IS_PRESSED)
          return gesture->trigger(request);
        """)
    #expect(try worker.gesture(GestureEvent(.timer, isPressed: true)).isTriggered)
    #expect(try !worker.gesture(GestureEvent(.timer)).isTriggered)
  }

  @Test(arguments: [GestureEvent.Phase.began, .moved, .ended, .cancelled, .timer])
  func onlyAPressThatGoesOnHasATimer(phase: GestureEvent.Phase) throws {
    let worker = try worker(event: "return timers->set_timer(request, 10);")
    let answer = try worker.gesture(GestureEvent(phase))
    switch phase {
    case .began, .moved, .timer: #expect(answer.timer == 10)
    case .ended, .cancelled: #expect(answer.status == -7 && answer.timer == nil)
    }
  }

  @Test func aTimeOutOfRangeIsRefusedAndChangesNothing() throws {
    let worker = try worker(
      event: """
        char text[100];
        if (timers->set_timer(request, BTN_PRESS_TIMER_MIN)) return -101;
        if (timers->set_timer(request, BTN_PRESS_TIMER_MAX)) return -102;
        snprintf(text, sizeof text, "%d %d %d %d %d %d", timers->set_timer(NULL, 10),
                 timers->set_timer(request, 9), timers->set_timer(request, 60001),
                 timers->set_timer(request, -1), timers->set_timer(request, INT32_MIN),
                 timers->set_timer(request, 1));
        if (event->phase == BTN_POINTER_MOVED)
          return host->fail(request, -9, text, (uint32_t)strlen(text));
        """)
    #expect(try worker.gesture(GestureEvent(.moved)).message == "-1 -4 -4 -4 -4 -4")
    #expect(try worker.gesture(GestureEvent(.began)).timer == 60_000)
  }

  @Test func onlyAnEventSetsTimers() throws {
    let worker = try worker(
      event: "",
      resolve: """
        char text[20];
        const btn_host_press_timer *table =
          host->get_extension(host->host, BTN_EXT_PRESS_TIMER);
        snprintf(text, sizeof text, "%d", table->set_timer(request, 10));
        set_text(request, "title", text);
        """)
    let answer = try worker.resolve { $0.addButton() }
    #expect(try answer.value(.title) == .text("-7"))
  }
}
