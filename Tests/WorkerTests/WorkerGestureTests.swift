import ButtonModel
import CPlatform
import PluginChannel
import TestSupport
import Testing

/// What a primitive style gets of a pointer, and what it may do about it.
@Suite(.serialized, .blocking) struct WorkerGestureTests {
  private func worker(
    event: String, resolve: String = "", declarations: String = ""
  ) throws -> WorkerFixture {
    let plugin = try CPlugin(event: event, resolve: resolve, declarations: declarations)
    let worker = try WorkerFixture(plugin.load())
    try worker.hello()
    return worker
  }

  @Test func aStyleSaysWhatAPressMeans() throws {
    let worker = try worker(
      event: """
        switch (event->phase) {
        case BTN_POINTER_BEGAN: return gesture->set_pressed(request, 1);
        case BTN_POINTER_MOVED:
          return gesture->set_pressed(request, (event->flags & BTN_POINTER_IS_INSIDE) != 0);
        case BTN_POINTER_ENDED:
          if (event->flags & BTN_POINTER_IS_PRESSED) gesture->trigger(request);
          return gesture->set_pressed(request, 0);
        }
        """)
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
    let worker = try worker(event: "")
    #expect(try !worker.gesture(GestureEvent(.moved)).isPressed)
    #expect(try worker.gesture(GestureEvent(.moved, isPressed: true)).isPressed)
  }

  @Test func anEventArrivesWhole() throws {
    let worker = try worker(
      event: """
        char text[200];
        snprintf(text, sizeof text, "%u %u %u %u %g %g %g %g",
                 event->size, event->phase, event->flags, event->pointer, event->x, event->y,
                 event->width, event->height);
        return host->fail(request, -9, text, (uint32_t)strlen(text));
        """)
    let answer = try worker.gesture(
      GestureEvent(
        .moved, isPressed: true, pointer: 3, location: .init(x: -1.5, y: 2), width: 300,
        height: 40))
    #expect(answer == GestureAnswer(handle: 42, failed: -9, "48 1 7 3 -1.5 2 300 40"))
    let bare = try worker.gesture(GestureEvent(.cancelled, isInside: false))
    #expect(bare.message == "48 3 0 0 0 0 0 0")
  }

  @Test func aPressKeepsItsScratchAndNoOther() throws {
    let worker = try worker(
      event: """
        uint64_t *count = (uint64_t *)scratch;
        *count += 1;
        for (int i = 8; i < BTN_SCRATCH_BYTES; i++) scratch[i] += (uint8_t)event->pointer;
        """)
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
    let worker = try worker(
      event: """
        char text[300];
        btn_value id, title, count, unset;
        btn_status set, late, open;
        set = set_text(request, "title", "no");
        get(request, "button.id", &id);
        get(request, "button.title", &title);
        get(request, "state.shop.count", &count);
        late = get(request, "state.shop.open", &unset);
        open = get(request, "state.secret", &unset);
        get(request, "env.tint", &value);
        snprintf(text, sizeof text, "%d %.*s %.*s %d %d %d %X", set, (int)id.len, id.as.s,
                 (int)title.len, title.as.s, (int)count.as.i, late, open, value.as.rgba);
        return host->fail(request, -9, text, (uint32_t)strlen(text));
        """)
    let answer = try worker.gesture(GestureEvent(.began)) { batch in
      batch.add(BatchTraits(tint: 0x0102_0304))
      batch.add(BatchTraits(tint: 0x1234_56FF))
      _ = batch.add(key: 1, name: "state.shop.count", value: .int(3))
      batch.addButton(
        BatchItem(handle: 42, style: 0, traitMask: 0b10), configuration: [(.title, .text("Pay"))],
        traits: [])
    }
    #expect(answer.message == "-7 shop.pay Pay 3 1 -6 123456FF")
  }

  @Test func aGestureBringsStateForLaterBatches() throws {
    let worker = try worker(event: "", resolve: "say(request, \"state.shop.count\", &value);")
    _ = try worker.gesture(GestureEvent(.began)) { batch in
      batch.add(BatchTraits(tint: 1))
      _ = batch.add(key: 1, name: "state.shop.count", value: .int(7))
      batch.addButton(traits: [])
    }
    let answer = try worker.resolve { $0.addButton() }
    #expect(try answer.value(.title) == .text("2:7"))
    #expect(answer.reads() == ["#1"])
  }

  @Test func onlyAnEventTriggersAndShowsPresses() throws {
    let worker = try worker(
      event: """
        last = request;
        char text[100];
        snprintf(text, sizeof text, "%d %d %d %d %d", gesture->trigger(NULL),
                 gesture->set_pressed(NULL, 1), gesture->set_pressed(request, 2),
                 gesture->set_pressed(request, 1), gesture->trigger(request));
        return host->fail(request, -9, text, (uint32_t)strlen(text));
        """,
      resolve: """
        char text[100];
        snprintf(text, sizeof text, "%d %d", gesture->trigger(request),
                 gesture->set_pressed(last, 1));
        set_text(request, "title", text);
        """, declarations: "static btn_request *last;")
    let answer = try worker.gesture(GestureEvent(.ended))
    #expect(answer.message == "-1 -1 -4 0 0")
    #expect(!answer.isTriggered && !answer.isPressed, "a style that fails has said nothing")
    #expect(try worker.gesture(GestureEvent(.cancelled)).message == "-1 -1 -4 0 -7")
    #expect(try worker.resolve { $0.addButton() }.value(.title) == .text("-7 -7"))
  }

  @Test func aNegativeStatusFailsWithoutAReason() throws {
    let worker = try worker(event: "gesture->trigger(request); return -5;")
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
    let worker = try worker(event: "_exit(99);")
    _ = try worker.resolve { $0.addButton() }
    worker.sendGesture(GestureEvent(.began))
    #expect(try worker.exitCode() == 99)
    let status = try worker.status()
    #expect(status.phase == 2)
    #expect(status.sequence == 2)
    #expect(status.item_index == 0)
    #expect(status.beat == 2)
  }

  private static let strange: [(name: String, spoil: @Sendable (inout [UInt8]) -> Void)] = [
    ("nothing", { $0 = [] }), ("half a head", { $0.removeLast($0.count - 50) }),
    ("no batch", { $0.removeLast($0.count - 112) }), ("a phase too many", { $0[8] = 5 }),
    ("another button", { $0[0] ^= 1 }), ("bytes behind the batch", { $0.append(0) }),
  ]

  @Test(arguments: strange.indices)
  func aGestureThatIsNoneEndsTheWorker(index: Int) throws {
    let worker = try worker(event: "")
    worker.sendGesture(GestureEvent(.began), spoil: Self.strange[index].spoil)
    #expect(try worker.failure().exitCode == 70, "\(Self.strange[index].name)")
  }

  @Test(arguments: [0, 2])
  func aGestureIsForOneButton(count: Int) throws {
    let worker = try worker(event: "")
    worker.sendGesture(GestureEvent(.began)) { batch in
      batch.add(BatchTraits(tint: 1))
      for _ in 0..<count {
        batch.addButton(traits: [])
      }
    }
    #expect(try worker.failure().exitCode == 70)
  }

  @Test(arguments: [BatchItem(handle: 42, handler: 0), BatchItem(handle: 42, style: 1)])
  func aGestureIsForAStyleOfThePlugin(item: BatchItem) throws {
    let worker = try worker(event: "")
    worker.sendGesture(GestureEvent(.began)) { $0.addButton(item) }
    #expect(try worker.failure().exitCode == 70)
  }
}
