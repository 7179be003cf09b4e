import ButtonModel
import PluginChannel
import PluginHost
import TestSupport
import Testing

/// What a primitive style gets of a pointer, and what it may do about it.
@Suite(.serialized, .blocking) struct WorkerGestureTests {
  /// What the tests' styles do about an event, by their names.
  private static let bodies: KeyValuePairs = [
    "means": """
    switch (event->phase) {
    case BTN_POINTER_BEGAN: return gesture->set_pressed(request, 1);
    case BTN_POINTER_MOVED:
      return gesture->set_pressed(request, (event->flags & BTN_POINTER_IS_INSIDE) != 0);
    case BTN_POINTER_ENDED:
      if (event->flags & BTN_POINTER_IS_PRESSED) gesture->trigger(request);
      return gesture->set_pressed(request, 0);
    }
    """,
    "whole": """
    char text[200];
    snprintf(text, sizeof text, "%u %u %u %u %g %g %g %g",
             event->size, event->phase, event->flags, event->pointer, event->x, event->y,
             event->width, event->height);
    return host->fail(request, -9, text, (uint32_t)strlen(text));
    """,
    "scratch": """
    uint64_t *count = (uint64_t *)scratch;
    *count += 1;
    for (int i = 8; i < BTN_SCRATCH_BYTES; i++) scratch[i] += (uint8_t)event->pointer;
    """,
    "reads": """
    char text[300];
    btn_value id, title, count, unset;
    btn_status set, late, open;
    set = set_text(request, "title", "no");
    get(request, "button.id", &id);
    get(request, "button.title", &title);
    get(request, "state.shop.three", &count);
    late = get(request, "state.shop.open", &unset);
    open = get(request, "state.secret", &unset);
    get(request, "env.tint", &value);
    snprintf(text, sizeof text, "%d %.*s %.*s %d %d %d %X", set, (int)id.len, id.as.s,
             (int)title.len, title.as.s, (int)count.as.i, late, open, value.as.rgba);
    return host->fail(request, -9, text, (uint32_t)strlen(text));
    """,
    "nothing": "",
    "fails": """
    gesture->trigger(request);
    return -5;
    """,
    "counts": "",
    "only": """
    last = request;
    char text[100];
    snprintf(text, sizeof text, "%d %d %d %d %d", gesture->trigger(NULL),
             gesture->set_pressed(NULL, 1), gesture->set_pressed(request, 2),
             gesture->set_pressed(request, 1), gesture->trigger(request));
    return host->fail(request, -9, text, (uint32_t)strlen(text));
    """,
  ]

  nonisolated(unsafe) private static let shared = Lasting.made {
    try SharedWorker(
      CPlugin(
        event: SharedWorker.cases(bodies),
        resolve: SharedWorker.cases([
          "counts": "say(request, \"state.shop.count\", &value);",
          "only": """
          char text[100];
          snprintf(text, sizeof text, "%d %d", gesture->trigger(request),
                   gesture->set_pressed(last, 1));
          set_text(request, "title", text);
          """,
        ]), declarations: "static btn_request *last;"), bodies.map(\.key))
  }

  /// The worker of all of them, and one of the styles.
  private struct Styled {
    private let shared: SharedWorker
    private let name: String

    init(_ name: String) throws {
      shared = try WorkerGestureTests.shared.get()
      self.name = name
    }

    func item(traitMask: UInt16 = 1) -> BatchItem { shared.item(name, traitMask: traitMask) }

    func resolve() throws -> Answer { try shared.resolve(name) }

    func gesture(
      _ event: GestureEvent, scratch: GestureScratch = GestureScratch(),
      _ fill: ((inout BatchEncoder) -> Void)? = nil
    ) throws -> GestureAnswer {
      try shared.worker.gesture(event, scratch: scratch, fill ?? { $0.addButton(item()) })
    }
  }

  @Test func aStyleSaysWhatAPressMeans() throws {
    let worker = try Styled("means")
    let began = try worker.gesture(GestureEvent(.began))
    #expect(
      began
        == GestureAnswer(
          handle: 42, isTriggered: false, isPressed: true, scratch: GestureScratch()))
    let left = try worker.gesture(GestureEvent(.moved, isInside: false, isPressed: true))
    #expect(!left.isPressed && !left.isTriggered)
    #expect(try worker.gesture(GestureEvent(.moved)).isPressed)
    let ended = try worker.gesture(GestureEvent(.ended, isPressed: true))
    #expect(!ended.isPressed && ended.isTriggered)
    let outside = try worker.gesture(GestureEvent(.ended, isInside: false))
    #expect(!outside.isPressed && !outside.isTriggered)
  }

  @Test func whatAStyleDoesNotSayStaysAsItWas() throws {
    let worker = try Styled("nothing")
    #expect(try !worker.gesture(GestureEvent(.moved)).isPressed)
    #expect(try worker.gesture(GestureEvent(.moved, isPressed: true)).isPressed)
  }

  @Test func anEventArrivesWhole() throws {
    let worker = try Styled("whole")
    let answer = try worker.gesture(
      GestureEvent(
        .moved, isPressed: true, pointer: 3, location: .init(x: -1.5, y: 2), width: 300,
        height: 40))
    #expect(answer == GestureAnswer(handle: 42, failed: -9, "48 1 7 3 -1.5 2 300 40"))
    let bare = try worker.gesture(GestureEvent(.cancelled, isInside: false))
    #expect(bare.message == "48 3 0 0 0 0 0 0")
  }

  @Test func aPressKeepsItsScratchAndNoOther() throws {
    let worker = try Styled("scratch")
    let first = try worker.gesture(GestureEvent(.began, pointer: 1))
    #expect(first.scratch.bytes[0] == 1)
    #expect(first.scratch.bytes[63] == 1)
    let second = try worker.gesture(GestureEvent(.moved, pointer: 2), scratch: first.scratch)
    #expect(second.scratch.bytes[0] == 2)
    #expect(second.scratch.bytes[63] == 3)
    let other = try worker.gesture(GestureEvent(.began, pointer: 5))
    #expect(other.scratch.bytes[0] == 1)
    #expect(other.scratch.bytes[8] == 5)
  }

  @Test func anEventReadsEverythingAndSetsNothing() throws {
    let worker = try Styled("reads")
    let answer = try worker.gesture(GestureEvent(.began)) { batch in
      batch.add(BatchTraits(tint: 0x0102_0304))
      batch.add(BatchTraits(tint: 0x1234_56FF))
      _ = batch.add(key: 1, name: "state.shop.three", value: .int(3))
      batch.addButton(
        worker.item(traitMask: 0b10), configuration: [(.title, .text("Pay"))],
        traits: [])
    }
    #expect(answer.message == "-7 shop.pay Pay 3 1 -6 123456FF")
  }

  @Test func aGestureBringsStateForLaterBatches() throws {
    let worker = try Styled("counts")
    _ = try worker.gesture(GestureEvent(.began)) { batch in
      batch.add(BatchTraits(tint: 1))
      _ = batch.add(key: 2, name: "state.shop.count", value: .int(7))
      batch.addButton(worker.item(), traits: [])
    }
    let answer = try worker.resolve()
    #expect(try answer.value(.title) == .text("2:7"))
    #expect(answer.reads() == ["#2"])
  }

  @Test func onlyAnEventTriggersAndShowsPresses() throws {
    let worker = try Styled("only")
    let answer = try worker.gesture(GestureEvent(.ended))
    #expect(answer.message == "-1 -1 -4 0 0")
    #expect(!answer.isTriggered && !answer.isPressed, "a style that fails has said nothing")
    #expect(try worker.gesture(GestureEvent(.cancelled)).message == "-1 -1 -4 0 -7")
    #expect(try worker.resolve().value(.title) == .text("-7 -7"))
  }

  @Test func aNegativeStatusFailsWithoutAReason() throws {
    let worker = try Styled("fails")
    #expect(try worker.gesture(GestureEvent(.ended)) == GestureAnswer(handle: 42, failed: -5, ""))
  }

  @Test func aPluginWithoutTheExtensionSaysSo() throws {
    let plugin = try CPlugin(
      resolve: "",
      create: """
        const char *names[] = {"buttond.gesture/2", "buttond.gesture", "", "org.example.none/1"};
        for (int i = 0; i < 4; i++)
          if (host->get_extension(host->host, names[i])) return -1;
        if (host->get_extension(host->host, NULL)) return -2;
        if (host->get_extension(host->host, BTN_EXT_GESTURE)
            != host->get_extension(host->host, BTN_EXT_GESTURE)) return -3;
        """)
    let worker = try WorkerFixture(plugin.load())
    try worker.hello()
    let answer = try worker.gesture(GestureEvent(.began))
    #expect(
      answer
        == GestureAnswer(
          handle: 42, failed: -7,
          "the style is primitive and the plugin lacks buttond.gesture/1"))
    #expect(try worker.resolve { $0.addButton() }.items[0].status == 0)
  }

  @Test func aTruncatedTableIsRefused() throws {
    let plugin = try CPlugin(
      resolve: "",
      declarations: """
        static const void *truncated(void *self, const char *id) {
          static const btn_plugin_gesture table = {8, NULL};
          return strcmp(id, BTN_EXT_GESTURE) ? NULL : &table;
        }
        """, getExtension: "truncated")
    let failure = try WorkerFixture(plugin.load()).failure()
    #expect(failure.exitCode == 66)
    #expect(
      failure.message
        == "the plugin's table for buttond.gesture/1 has 8 bytes, 16 are needed")
  }

  @Test func theStatusPageNamesTheGestureAtWork() throws {
    let worker = try WorkerFixture(CPlugin(event: "_exit(99);").load())
    try worker.hello()
    _ = try worker.resolve { $0.addButton() }
    worker.sendGesture(GestureEvent(.began))
    #expect(try worker.exitCode() == 99)
    let status = try worker.status()
    #expect(status.phase == .resolving)
    #expect(status.sequence == 2)
    #expect(status.itemIndex == 0)
    #expect(status.beat == 2)
  }

  /// Gestures that are none: with something done to their bytes, or on other buttons than one of a style.
  private static let strange: [(name: String, send: @Sendable (WorkerFixture) -> Void)] = [
    ("nothing", { $0.sendGesture(GestureEvent(.began), spoil: { $0 = [] }) }),
    (
      "half a head",
      { $0.sendGesture(GestureEvent(.began), spoil: { $0.removeLast($0.count - 50) }) }
    ),
    (
      "no batch", { $0.sendGesture(GestureEvent(.began), spoil: { $0.removeLast($0.count - 112) }) }
    ),
    ("a phase too many", { $0.sendGesture(GestureEvent(.began), spoil: { $0[8] = 5 }) }),
    ("another button", { $0.sendGesture(GestureEvent(.began), spoil: { $0[0] ^= 1 }) }),
    ("bytes behind it", { $0.sendGesture(GestureEvent(.began), spoil: { $0.append(0) }) }),
    ("no button", { $0.sendGesture(GestureEvent(.began), { $0.add(BatchTraits(tint: 1)) }) }),
    (
      "two buttons",
      { $0.sendGesture(GestureEvent(.began), { for _ in 0..<2 { $0.addButton() } }) }
    ),
    (
      "a handler",
      { $0.sendGesture(GestureEvent(.began), { $0.addButton(BatchItem(handle: 42, handler: 0)) }) }
    ),
    (
      "no style of the plugin",
      { $0.sendGesture(GestureEvent(.began), { $0.addButton(BatchItem(handle: 42, style: 1)) }) }
    ),
  ]

  /// Some of them in the usual run, as each ends a process; PluginChannelTests has the bytes.
  @Test func aGestureThatIsNoneEndsTheWorker() throws {
    var seed = Seed()
    for (name, send) in Self.strange.shuffled(using: &seed).prefix(scaled(10, few: 3)) {
      let worker = try WorkerFixture(CPlugin(event: "").load())
      try worker.hello()
      send(worker)
      #expect(try worker.failure().exitCode == 70, "\(name)")
    }
  }
}
