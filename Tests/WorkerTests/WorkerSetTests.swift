import ButtonModel
import PluginChannel
import TestSupport
import Testing

/// What a plugin may set, and what is refused.
@Suite(.serialized, .blocking) struct WorkerSetTests {
  /// What the tests' styles set, by their names.
  private static let bodies: KeyValuePairs = [
    "kinds": """
    set_text(request, "title", "Grüße");
    set_number(request, "titlePadding", 2.5);
    value.type = BTN_T_INT; value.as.i = 3; host->set(request, key("imagePadding"), &value);
    set_flag(request, "isFullWidth", 1);
    set_text(request, "cornerStyle", "capsule");
    set_text(request, "baseForegroundColor", "systemPink");
    set_text(request, "baseBackgroundColor", "#0F0");
    set_color(request, "background.strokeColor", 0x11223344u);
    set_text(request, "titleColorTransformer", "darker(0.25)");
    set_text(request, "subtitleColorTransformer", "grayscale");
    set_text(request, "imageColorTransformer", "constant(systemRed)");
    """,
    "progress": """
    get(request, "button.handle", &value);
    if (value.as.i == 0) set_number(request, "progress", 0.25);
    else if (value.as.i == 1) set_number(request, "progress", 1.001);
    else { value.type = BTN_T_INT; value.as.i = -7; host->set(request, key("progress"), &value); }
    """,
    "long": """
    static char text[4001];
    memset(text, 'a', 4000);
    int n = 0;
    while (set_text(request, "title", text) == BTN_OK) n++;
    char count[20];
    snprintf(count, sizeof count, "%d", n);
    set_text(request, "subtitle", count);
    """,
    "many": """
    int n = 0;
    char name[50];
    do snprintf(name, sizeof name, "x-org.example.p%d", n++);
    while (set_number(request, name, n) == BTN_OK);
    """,
    "oneKey": """
    char text[40], longName[300];
    memset(longName, 'a', 299); longName[299] = 0;
    snprintf(text, sizeof text, "%d %u %u %u %d", key("title") == key("title"), key(""),
             key(longName), key("\\xC3"), entry == key("style.oneKey"));
    set_text(request, "title", text);
    """,
    "own": """
    set_text(request, "x-org.example.b", "second");
    set_number(request, "x-org.example.a", 1.5);
    set_color(request, "x-org.example.c", 0x01020304u);
    value.type = BTN_T_NULL; host->set(request, key("x-org.example.d"), &value);
    set_text(request, "x-org.example.b", "again");
    say(request, "x-org.example.b", &value);
    """,
    "last": """
    if (entry == key("style.last")) {
      set_text(request, "title", "style");
      set_text(request, "subtitle", "style");
      set_number(request, "opacity", 0.5);
    } else {
      say(request, "button.title", &value);
      set_number(request, "opacity", 0.25);
    }
    """,
    "foreground": """
    set_text(request, "titleColor", "systemRed");
    set_text(request, "foregroundColor", "white");
    say(request, "button.titleColor", &value);
    get(request, "button.handle", &value);
    if (value.as.i == 2) set_text(request, "titleColor", "systemBlue");
    """,
    "attributed": """
    set_text(request, "title", "plain");
    say(request, "button.attributedTitle", &value);
    """,
    "next": """
    get(request, "button.handle", &value);
    if (value.as.i == 1) {
      set_text(request, "title", "first");
      set_text(request, "x-org.example.a", "first");
      get(request, "state.shop.a", &value);
    } else say(request, "button.subtitle", &value);
    """,
    "calls": """
    volatile double zero = 0;
    btn_status s = 0;
    char text[20];
    get(request, "button.handle", &value);
    switch (value.as.i) {
    \(calls.enumerated().map { "case \($0): s = \($1.call); break;" }.joined(separator: "\n"))
    }
    snprintf(text, sizeof text, "%d", (int)s);
    set_text(request, "subtitle", text);
    """,
  ]

  nonisolated(unsafe) private static let shared = Lasting.made {
    try SharedWorker(
      bodies,
      declarations: """
        static char large[5000];
        static const char *big(int count) {
          memset(large, 'a', (size_t)count);
          large[count] = 0;
          return large;
        }
        """)
  }

  /// Runs a body once and gives the answer.
  private func run(
    _ name: String, hasHandler: Bool = false, configuration: [(Property, PropertyValue)] = []
  ) throws -> Answer {
    let shared = try Self.shared.get()
    return try shared.worker.resolve {
      $0.addButton(shared.item(name, hasHandler: hasHandler), configuration: configuration)
    }
  }

  @Test func everyKindOfPropertyIsSet() throws {
    let answer = try run("kinds")
    let expected: [(Property, PropertyValue)] = [
      (.title, .text("Grüße")), (.titlePadding, .number(2.5)), (.imagePadding, .number(3)),
      (.isFullWidth, .bool(true)), (.cornerStyle, .choice(5)),
      (.baseForegroundColor, .color(.named(.systemPink))),
      (.baseBackgroundColor, .color(.rgba(0x00FF_00FF))),
      (.strokeColor, .color(.rgba(0x1122_3344))),
      (.titleColorTransformer, .effect(.darker(0.25))),
      (.subtitleColorTransformer, .effect(.grayscale)),
      (.imageColorTransformer, .effect(.constant(.named(.systemRed)))),
    ]
    let pass = try answer.pass()
    for (property, value) in expected { #expect(pass.properties[property] == value) }
    #expect(pass.properties.entries.count == expected.count)
  }

  /// Calls and the statuses that the header promises.
  private static let calls: [(call: String, status: Int)] = [
    ("set_text(request, \"nonsense\", \"a\")", -3),
    ("set_text(request, \"x-short\", \"a\")", -3),
    ("set_text(request, \"button.title\", \"a\")", -7),
    ("set_text(request, \"state.shop.a\", \"a\")", -7),
    ("set_text(request, \"env.tint\", \"a\")", -7),
    ("set_text(request, \"style.calls\", \"a\")", -7),
    ("set_number(request, \"title\", 1)", -2),
    ("set_text(request, \"titlePadding\", \"1\")", -2),
    ("set_number(request, \"isFullWidth\", 1)", -2),
    ("set_number(request, \"titleColor\", 1)", -2),
    ("set_text(request, \"attributedTitle\", \"a\")", -2),
    ("set_text(request, \"titleRuns\", \"[{\\\"text\\\":\\\"a\\\"}]\")", 0),
    ("set_text(request, \"titleRuns\", \"[]\")", 0),
    ("set_text(request, \"titleRuns\", \"[{}]\")", -4),
    ("set_text(request, \"titleRuns\", \"\")", 0),
    ("set_number(request, \"titleRuns\", 1)", -2),
    ("set_number(request, \"opacity\", 1.5)", -4),
    ("set_number(request, \"opacity\", -0.5)", -4),
    ("set_number(request, \"opacity\", 0.0 / zero)", -4),
    ("set_number(request, \"scale\", 1 / zero)", -4),
    ("set_number(request, \"progress\", 0.0 / zero)", -4),
    ("set_number(request, \"progress\", 1 / zero)", 0),
    ("set_text(request, \"progress\", \"0.5\")", -2),
    ("set_flag(request, \"progress\", 1)", -2),
    ("set_text(request, \"cornerStyle\", \"round\")", -4),
    ("set_text(request, \"titleColor\", \"systemPuce\")", -4),
    ("set_text(request, \"titleColor\", \"#12\")", -4),
    ("set_text(request, \"titleColorTransformer\", \"darker(2)\")", -4),
    ("set_text(request, \"titleColorTransformer\", \"brighter(0.1)\")", -4),
    ("set_text(request, \"title\", \"\\xC3\")", -1),
    ("host->set(request, 0, &value)", -1),
    ("host->set(request, 9999, &value)", -1),
    ("host->set(request, key(\"title\"), NULL)", -1),
    ("host->set(NULL, key(\"title\"), &value)", -1),
    ("host->get(request, key(\"button.id\"), NULL)", -1),
    ("host->get(NULL, key(\"button.id\"), &value)", -1),
    ("host->get(request, 0, &value)", -1),
    ("set_text(request, \"transaction.onPress\", \"disablesAnimations\")", 0),
    ("set_text(request, \"transaction.onRelease\", \"easeInOut(0.16)\")", 0),
    ("set_text(request, \"transaction.onRelease\", \"spring(0.8, 0.1, 10)\")", 0),
    ("set_text(request, \"transaction.always\", \"spring(duration: 0.5, bounce: 0.2)\")", 0),
    ("set_text(request, \"transaction.always\", \"none\")", 0),
    ("set_text(request, \"transaction.always\", \"\")", -4),
    ("set_text(request, \"transaction.onPress\", \"easeInOut(-1)\")", -4),
    ("set_text(request, \"transaction.onPress\", \"easeInOut(1e9)\")", -4),
    ("set_text(request, \"transaction.onPress\", \"easeInOut(nan)\")", -4),
    ("set_text(request, \"transaction.onPress\", \"easeInOut(0.1\")", -4),
    ("set_text(request, \"transaction.onPress\", \"spring(1, 2, 3, 4)\")", -4),
    ("set_text(request, \"transaction.onPress\", \"bounce\")", -4),
    ("set_text(request, \"transaction.onPress\", big(4096))", -4),
    ("set_number(request, \"transaction.onPress\", 1)", -2),
    ("set_text(request, \"transaction.animatesContent\", \"no\")", -2),
    ("set_flag(request, \"transaction.animatesContent\", 0)", 0),
    ("set_flag(request, \"transaction.animatesContent\", 2)", -4),
    ("set_text(request, \"title\", big(4096))", 0),
    ("set_text(request, \"title\", big(4097))", -5),
  ]

  @Test func aCallThatIsNotAllowedSaysWhyAndChangesNothing() throws {
    let shared = try Self.shared.get()
    let answer = try shared.worker.resolve { batch in
      for index in Self.calls.indices {
        batch.addButton(shared.item("calls", handle: UInt64(index)))
      }
    }
    for (index, (call, status)) in Self.calls.enumerated() {
      #expect(try answer.value(.subtitle, index) == .text(UTF8String("\(status)")), "\(call)")
      let count = try answer.pass(index).properties.entries.count
      #expect(count == (status == 0 ? 2 : 1), "\(call)")
    }
  }

  @Test func aProgressOutOfRangeCountsAsTheNearestInside() throws {
    let shared = try Self.shared.get()
    let answer = try shared.worker.resolve { batch in
      for handle in 0..<3 {
        batch.addButton(shared.item("progress", handle: UInt64(handle)))
      }
    }
    for (index, progress) in [0.25, 1, 0].enumerated() {
      #expect(try answer.value(.progress, index) == .number(progress))
    }
  }

  @Test func textIsLimitedForTheWholeButton() throws {
    let answer = try run("long")
    #expect(try answer.value(.subtitle) == .text("4"))
  }

  @Test func sixtyFourPropertiesAreTheMost() throws {
    let answer = try run("many")
    #expect(try answer.pass().extras.count == 64)
  }

  @Test func fourThousandNamesAreTheMost() throws {
    let plugin = try CPlugin(
      resolve: """
        char text[20];
        snprintf(text, sizeof text, "%d %d", count, key("title") != 0);
        btn_value v; memset(&v, 0, sizeof v);
        v.type = BTN_T_STRING; v.len = (uint32_t)strlen(text); v.as.s = text;
        host->set(request, title, &v);
        """,
      create: """
        title = key("title");
        char name[50];
        do snprintf(name, sizeof name, "n%d", count++); while (key(name) != 0);
        """,
      declarations: "static int count; static btn_key title;")
    let worker = try WorkerFixture(plugin.load())
    try worker.hello()
    let answer = try worker.resolve { $0.addButton() }
    #expect(try answer.value(.title) == .text("4096 1"))
  }

  @Test func aNameHasOneKey() throws {
    let answer = try run("oneKey")
    #expect(try answer.value(.title) == .text("1 0 0 0 1"))
  }

  @Test func ownPropertiesPassThroughInOrder() throws {
    let answer = try run("own")
    let pass = try answer.pass()
    #expect(
      pass.extras == [
        Parameter(name: "x-org.example.a", value: .double(1.5)),
        Parameter(name: "x-org.example.b", value: .string("again")),
        Parameter(name: "x-org.example.c", value: .string("#01020304")),
        Parameter(name: "x-org.example.d", value: .null),
      ])
    #expect(pass.properties[.title] == .text("4:again"))
  }

  @Test func theHandlerSeesWhatTheStyleSetAndHasTheLastWord() throws {
    let answer = try run(
      "last", hasHandler: true, configuration: [(.title, .text("configured"))])
    #expect(try answer.value(.title) == .text("4:style"))
    #expect(try answer.value(.subtitle) == .text("style"))
    #expect(try answer.value(.opacity) == .number(0.25))
  }

  @Test func aForegroundColorDropsTheTitleColorSetBefore() throws {
    let shared = try Self.shared.get()
    let answer = try shared.worker.resolve { batch in
      for handle in 1...2 { batch.addButton(shared.item("foreground", handle: UInt64(handle))) }
    }
    #expect(try answer.value(.title) == .text("status 1"), "it has no value any more")
    #expect(try answer.value(.titleColor) == nil)
    #expect(try answer.value(.foregroundColor) == .color(.named(.white)))
    #expect(try answer.value(.titleColor, 1) == .color(.named(.systemBlue)))
  }

  @Test func aTitleHidesTheAttributedTitleOfTheConfiguration() throws {
    let answer = try run(
      "attributed",
      configuration: [(.attributedTitle, .attributedText(AttributedText(text: "attributed")))])
    #expect(try answer.value(.title) == .text("4:plain"))
  }

  @Test func nothingOfOneButtonOrPassIsLeftForTheNext() throws {
    let shared = try Self.shared.get()
    let answer = try shared.worker.resolve { batch in
      batch.addButton(
        shared.item("next", handle: 1), configuration: [(.subtitle, .text("first"))])
      batch.addButton(shared.item("next", handle: 2))
    }
    #expect(try answer.value(.title, 1) == .text("status 1"))
    #expect(try answer.pass(1).extras.isEmpty)
    #expect(answer.reads(1).isEmpty)
  }
}
