import ButtonModel
import PluginChannel
import PluginHost
import TestSupport
import Testing

/// What a plugin does wrong harms the button concerned and no other.
@Suite(.serialized, .blocking) struct WorkerFailureTests {
  /// What goes wrong in the tests' styles, by their names.
  private static let bodies: KeyValuePairs = [
    "oneOfThree": """
    get(request, "state.shop.price", &value);
    get(request, "button.handle", &value);
    set_text(request, "title", "set");
    if (value.as.i == 2) return host->fail(request, BTN_E_RANGE, "no price", 8);
    """,
    "style": """
    if (entry == key("style.style")) return -1;
    host->fail(request, -2, "handler", 7);
    """,
    "long": """
    static char text[3000];
    for (int i = 0; i < 1500; i++) memcpy(text + 2 * i, "\\xC3\\xA9", 2);
    get(request, "button.handle", &value);
    if (value.as.i == 1) return host->fail(request, -1, text, 2999);
    return host->fail(request, -1, "bad \\xFF byte", 10);
    """,
    "threads": """
    char text[100];
    pthread_t thread;
    kept = request;
    pthread_create(&thread, NULL, elsewhere, NULL);
    pthread_join(thread, NULL);
    snprintf(text, sizeof text, "%d %d %d", other[0], other[1], (int)other[2]);
    set_text(request, "title", text);
    """,
    "full": """
    static char text[4001];
    memset(text, 'a', 4000);
    set_text(request, "title", text);
    set_text(request, "subtitle", text);
    set_text(request, "image", text);
    get(request, "state.shop.a", &value);
    """,
    "negative": """
    return -77;
    """,
    "positive": """
    return 5;
    """,
    "twice": """
    host->fail(request, 3, "first", 5); host->fail(request, -2, "x", 1);
    """,
  ]

  nonisolated(unsafe) private static let shared = Lasting.made {
    try SharedWorker(
      CPlugin(
        resolve: SharedWorker.cases(bodies) + "\n"
          + refusals.enumerated().map { index, refusal in
            """
            if (entry == key("style.returned\(index)")) return \(refusal.call);
            if (entry == key("style.failed\(index)"))
              return host->fail(request, \(refusal.call), NULL, 0);
            if (entry == key("style.other\(index)")) { \(refusal.call); return BTN_E_STATE; }
            if (entry == key("style.worded\(index)")) {
              return host->fail(request, \(refusal.call), "mine", 4);
            }
            """
          }.joined(separator: "\n"),
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
          """),
      bodies.map(\.key)
        + refusals.indices.flatMap { index in
          ["returned", "failed", "other", "worded"].map { "\($0)\(index)" }
        })
  }

  /// The looks of buttons with the style of a name, and perhaps its handler.
  private func resolve(
    _ name: String, handles: ClosedRange<UInt64> = 1...1, hasHandler: Bool = false
  ) throws -> Answer {
    let shared = try Self.shared.get()
    return try shared.worker.resolve { batch in
      for handle in handles {
        batch.addButton(shared.item(name, handle: handle, hasHandler: hasHandler))
      }
    }
  }

  /// A worker of the test's own.
  private func worker(_ body: String) throws -> WorkerFixture {
    let worker = try WorkerFixture(CPlugin(resolve: body).load())
    try worker.hello()
    return worker
  }

  @Test func oneFailingButtonAmongThreeLeavesTheOthersAlone() throws {
    let answer = try resolve("oneOfThree", handles: 1...3)
    #expect(answer.items.map(\.handle) == [1, 2, 3])
    #expect(answer.items.map(\.status) == [0, -4, 0])
    #expect(answer.items[1].message == "no price")
    #expect(answer.items[1].passes.isEmpty)
    #expect(answer.reads(1) == ["state.shop.price"], "a failed button keeps its dependencies")
    #expect(try answer.value(.title, 2) == .text("set"))
  }

  @Test func aNegativeReturnFailsTheButtonWithoutAReason() throws {
    let answer = try resolve("negative")
    #expect(answer.items[0].status == -77)
    #expect(answer.items[0].message.isEmpty)
  }

  /// What is set, its status, and the reason that everybody sees.
  private static let refusals: [(call: String, says: String)] = [
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

  @Test(arguments: refusals.indices)
  func aRefusedValueThatIsReturnedIsNamedWithItsProperty(_ index: Int) throws {
    let says = Self.refusals[index].says
    #expect(try resolve("returned\(index)").items[0].message.string == says)
    #expect(try resolve("failed\(index)").items[0].message.string == says)
    let other = try resolve("other\(index)").items[0].message
    #expect(other.isEmpty, "another status has another reason")
    #expect(try resolve("worded\(index)").items[0].message == "mine")
  }

  @Test func aPositiveReturnIsANote() throws {
    let answer = try resolve("positive")
    #expect(answer.items[0].status == 0)
  }

  @Test func failHoldsEvenWhenResolveReturnsOK() throws {
    let answer = try resolve("twice")
    #expect(answer.items[0].status == -8, "a status that is not negative counts as internal")
    #expect(answer.items[0].message == "first")
  }

  @Test func aStyleThatFailsKeepsTheHandlerFromRunning() throws {
    let answer = try resolve("style", hasHandler: true)
    #expect(answer.items[0].status == -1)
  }

  @Test func aReasonIsCutBetweenCharactersAndRepaired() throws {
    let answer = try resolve("long", handles: 1...2)
    #expect(answer.items[0].message.bytes.count <= 1_024)
    #expect(answer.items[0].message.string.allSatisfy { $0 == "é" })
    #expect(answer.items[1].message == "bad \u{FFFD} byte")
  }

  @Test(.disabled(if: Sanitizer.isThere, "a sanitizer's threads need more than the sandbox allows"))
  func theRequestIsUselessOutsideResolveAndOnOtherThreads() throws {
    let answer = try resolve("threads")
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
    #expect(status.phase == .resolving)
    #expect(status.sequence == 1)
    #expect(status.itemIndex == 2)
    #expect(status.beat == 3)
  }

  @Test func theStatusPageTellsIdleFromStarting() throws {
    let worker = try worker("")
    #expect(try worker.status().trappedCall == nil)
    _ = try worker.resolve { $0.addButton() }
    worker.send { StopFrame().write(to: &$0) }
    #expect(try worker.exitCode() == 0)
    #expect(try worker.status().phase == .stopping)
  }

  @Test func anIndexThatTheManifestLacksIsTheDaemonsFault() throws {
    let worker = try worker("")
    worker.sendBatch { $0.addButton(BatchItem(handle: 1, style: 7)) }
    #expect(try worker.failure().exitCode == 70)
  }

  @Test func looksThatFillAFrameFailButtonsInsteadOfTheWorker() throws {
    let answer = try resolve("full", handles: 1...512)
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
