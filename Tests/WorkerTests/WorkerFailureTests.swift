import ButtonModel
import CPlatform
import PluginChannel
import TestSupport
import Testing

/// What a plugin does wrong harms the button concerned and no other.
@Suite(.serialized, .blocking) struct WorkerFailureTests {
  private func worker(
    _ body: String, create: String = "", declarations: String = ""
  ) throws -> WorkerFixture {
    let plugin = try CPlugin(resolve: body, create: create, declarations: declarations)
    let worker = try WorkerFixture(plugin.load())
    try worker.hello()
    return worker
  }

  @Test func oneFailingButtonAmongThreeLeavesTheOthersAlone() throws {
    let answer = try worker(
      """
      get(request, "state.shop.price", &value);
      get(request, "button.handle", &value);
      set_text(request, "title", "set");
      if (value.as.i == 2) return host->fail(request, BTN_E_RANGE, "no price", 8);
      """
    ).resolve { batch in
      for handle in 1...3 { batch.addButton(BatchItem(handle: UInt64(handle), style: 0)) }
    }
    #expect(answer.items.map(\.handle) == [1, 2, 3])
    #expect(answer.items.map(\.status) == [0, -4, 0])
    #expect(answer.items[1].message == "no price")
    #expect(answer.items[1].passes.isEmpty)
    #expect(answer.reads(1) == ["state.shop.price"], "a failed button keeps its dependencies")
    #expect(try answer.value(.title, 2) == .text("set"))
  }

  @Test func aNegativeReturnFailsTheButtonWithoutAReason() throws {
    let answer = try worker("return -77;").resolve { $0.addButton() }
    #expect(answer.items[0].status == -77)
    #expect(answer.items[0].message.isEmpty)
  }

  /// What is set, its status, and the reason that everybody sees.
  private static let refusals = [
    (
      #"set_number(request, "opacity", 3)"#,
      "sets opacity to 3.0, which is outside of what it takes: 0 to 1"
    ),
    (
      #"set_text(request, "cornerStyle", "round")"#,
      "sets cornerStyle to 'round', which is outside of what it takes: "
        + "fixed, dynamic, small, medium, large, capsule"
    ),
    (
      #"set_number(request, "titleColor", 1)"#,
      "sets titleColor to 1.0, a number; it takes #RGB, #RRGGBB, #RRGGBBAA or the name of a colour"
    ),
    (
      #"set_text(request, "background.color", "red")"#,
      "sets background.color, which this host does not know; "
        + "did you mean 'background.backgroundColor'?"
    ),
  ]

  @Test(arguments: refusals)
  func aRefusedValueThatIsReturnedIsNamedWithItsProperty(_ call: String, _ says: String) throws {
    let returned = try worker("return \(call);").resolve { $0.addButton() }
    #expect(returned.items[0].message.string == says)
    let failed = try worker("return host->fail(request, \(call), NULL, 0);")
      .resolve { $0.addButton() }
    #expect(failed.items[0].message.string == says)
    let other = try worker("\(call); return BTN_E_STATE;").resolve { $0.addButton() }
    #expect(other.items[0].message.isEmpty, "another status has another reason")
    let worded = try worker("return host->fail(request, \(call), \"mine\", 4);")
      .resolve { $0.addButton() }
    #expect(worded.items[0].message == "mine")
  }

  @Test func aPositiveReturnIsANote() throws {
    let answer = try worker("return 5;").resolve { $0.addButton() }
    #expect(answer.items[0].status == 0)
  }

  @Test func failHoldsEvenWhenResolveReturnsOK() throws {
    let answer = try worker(
      "host->fail(request, 3, \"first\", 5); host->fail(request, -2, \"x\", 1);"
    )
    .resolve { $0.addButton() }
    #expect(answer.items[0].status == -8, "a status that is not negative counts as internal")
    #expect(answer.items[0].message == "first")
  }

  @Test func aStyleThatFailsKeepsTheHandlerFromRunning() throws {
    let answer = try worker(
      """
      if (entry == key("style.a")) return -1;
      host->fail(request, -2, "handler", 7);
      """
    ).resolve { $0.addButton(BatchItem(handle: 1, style: 0, handler: 0)) }
    #expect(answer.items[0].status == -1)
  }

  @Test func aReasonIsCutBetweenCharactersAndRepaired() throws {
    let answer = try worker(
      """
      static char text[3000];
      for (int i = 0; i < 1500; i++) memcpy(text + 2 * i, "\\xC3\\xA9", 2);
      get(request, "button.handle", &value);
      if (value.as.i == 1) return host->fail(request, -1, text, 2999);
      return host->fail(request, -1, "bad \\xFF byte", 10);
      """
    ).resolve { batch in
      batch.addButton(BatchItem(handle: 1, style: 0))
      batch.addButton(BatchItem(handle: 2, style: 0))
    }
    #expect(answer.items[0].message.bytes.count <= 1_024)
    #expect(answer.items[0].message.string.allSatisfy { $0 == "é" })
    #expect(answer.items[1].message == "bad \u{FFFD} byte")
  }

  @Test(.disabled(if: Sanitizer.isThere, "a sanitizer's threads need more than the sandbox allows"))
  func theRequestIsUselessOutsideResolveAndOnOtherThreads() throws {
    let answer = try worker(
      """
      char text[100];
      pthread_t thread;
      kept = request;
      pthread_create(&thread, NULL, elsewhere, NULL);
      pthread_join(thread, NULL);
      snprintf(text, sizeof text, "%d %d %d", other[0], other[1], (int)other[2]);
      set_text(request, "title", text);
      """,
      declarations: """
        #include <pthread.h>
        static btn_request *kept;
        static int other[3];
        static void *elsewhere(void *unused) {
          btn_value v;
          memset(&v, 0, sizeof v);
          other[0] = get(kept, "button.id", &v);
          other[1] = set_text(kept, "title", "elsewhere");
          other[2] = (int)key("env.tint");
          return NULL;
        }
        """
    ).resolve { $0.addButton() }
    // Another thread gets no key, and with key 0 the thread is what is looked at first.
    #expect(try answer.value(.title) == .text("-7 -7 0"))
  }

  @Test func aCrashShowsOnTheStatusPageWhichButtonItWas() throws {
    let worker = try worker(
      "get(request, \"button.handle\", &value); if (value.as.i == 3) _exit(99);")
    worker.sendBatch { batch in
      for handle in 1...4 { batch.addButton(BatchItem(handle: UInt64(handle), style: 0)) }
    }
    #expect(try worker.exitCode() == 99)
    let status = try worker.status()
    #expect(status.phase == 2)
    #expect(status.sequence == 1)
    #expect(status.item_index == 2)
    #expect(status.beat == 3)
  }

  @Test func theStatusPageTellsIdleFromStarting() throws {
    let worker = try worker("")
    #expect(try worker.status().last_syscall == -1)
    _ = try worker.resolve { $0.addButton() }
    worker.send { StopFrame().write(to: &$0) }
    #expect(try worker.exitCode() == 0)
    #expect(try worker.status().phase == 3)
  }

  @Test func anIndexThatTheManifestLacksIsTheDaemonsFault() throws {
    let worker = try worker("")
    worker.sendBatch { $0.addButton(BatchItem(handle: 1, style: 7)) }
    #expect(try worker.failure().exitCode == 70)
  }

  @Test func looksThatFillAFrameFailButtonsInsteadOfTheWorker() throws {
    let answer = try worker(
      """
      static char text[4001];
      memset(text, 'a', 4000);
      set_text(request, "title", text);
      set_text(request, "subtitle", text);
      set_text(request, "image", text);
      get(request, "state.shop.a", &value);
      """
    ).resolve { batch in
      for handle in 1...512 { batch.addButton(BatchItem(handle: UInt64(handle), style: 0)) }
    }
    #expect(answer.items.count == 512)
    let good = answer.items.filter { $0.status == 0 }
    #expect(good.count > 50 && good.count < 100)
    #expect(answer.items[511].status == -5)
    #expect(answer.reads(511) == ["state.shop.a"], "the dependency stays")
  }

  @Test func aButtonWhoseReadsDoNotFitAFrameFailsAlone() throws {
    let answer = try worker(
      """
      char name[256];
      get(request, "state.shop.first", &value);
      get(request, "button.handle", &value);
      if (value.as.i != 2) return BTN_OK;
      for (int i = 0; i < 4000; i++) {
        memset(name, 'a', 250);
        memcpy(name, "state.shop.", 11);
        snprintf(name + 240, 16, "%d", 10000 + i);
        get(request, name, &value);
      }
      """
    ).resolve { batch in
      for handle in 1...3 { batch.addButton(BatchItem(handle: UInt64(handle), style: 0)) }
    }
    #expect(answer.items.map(\.status) == [0, -5, 0])
    #expect(answer.items[1].message == "the names read are larger than a frame")
    #expect(answer.reads(2) == ["state.shop.first"])
  }
}
