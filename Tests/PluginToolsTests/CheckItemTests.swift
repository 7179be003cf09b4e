import PluginTools
import TestSupport
import Testing

/// For every item a plugin that fails it, and it alone.
@Suite(.serialized, .blocking) struct CheckItemTests {
  /// A plugin in C with one mistake, and what is said about it.
  struct Mistake: CustomTestStringConvertible, Sendable {
    let item: String
    let status: CheckStatus
    /// What the first finding says, its place included.
    let says: [String]
    var resolve = ""
    var create = ""
    var destroy = ""
    var declarations = ""
    var getExtension = "NULL"
    var flags: [String] = []
    var more = ""
    var milliseconds = 20_000

    var testDescription: String { "\(item): \(says.joined(separator: " … "))" }

    /// What it can share a plugin with, as one style of several; nil for what takes a plugin of its own.
    var company: Company? {
      guard create.isEmpty, destroy.isEmpty, getExtension == "NULL" else { return nil }
      switch (item, status) {
      case ("sandbox", _): return .traps
      case ("answers", .crashed): return .ends
      case ("failing-calls", _), ("fuzz", _), ("unknown-names", .crashed), ("extremes", .crashed):
        return .rarities
      case ("borrowed-text", _), ("time", _), ("extremes", .warning): return .measures
      case ("purity", _): return says.contains("shuffled") ? .measures : nil
      case ("range", _), ("undeclared-reads", _), ("output", _), ("states", _), ("contrast", _),
        ("unknown-names", .warning):
        return .looks
      case ("answers", _): return says.contains("timed out") ? nil : .looks
      default: return nil
      }
    }
  }

  /// Mistakes that one survey finds, without one hiding another.
  enum Company: CaseIterable { case looks, traps, ends, rarities, measures }

  private static let mistakes: [Mistake] = [
    Mistake(
      item: "elf", status: .failed, says: ["library", "exports helper beside buttond_plugin_v1"],
      declarations: "BTN_EXPORT int helper(void) { return 1; }"),
    Mistake(
      item: "elf", status: .failed, says: ["undefined symbol: nowhere_to_be_found"],
      resolve: "nowhere_to_be_found();", declarations: "extern void nowhere_to_be_found(void);"),
    Mistake(
      item: "elf", status: .failed, says: ["executable stack"],
      flags: ["-Wl,-z,execstack", "-Wl,--no-warn-execstack"]),
    Mistake(
      item: "elf", status: .failed, says: ["text relocations"],
      declarations: "__asm__(\".text\\nbroken: .quad broken\\n\");",
      flags: ["-Wl,-z,notext", "-Wl,--no-warnings"]),
    Mistake(
      item: "handshake", status: .failed, says: ["create failed with status -7"],
      create: "return BTN_E_STATE;"),
    Mistake(
      item: "handshake", status: .crashed, says: ["SIGSEGV"], create: "*(volatile int *)8 = 1;"),
    Mistake(
      item: "handshake", status: .failed, says: ["while it was being stopped", "500 ms"],
      destroy: "if (key(\"resolved\")) for (;;) ;"),
    Mistake(
      item: "handshake", status: .crashed, says: ["while it was being stopped", "SIGABRT"],
      destroy: "abort();"),
    Mistake(
      item: "sandbox", status: .crashed, says: ["style 'look', highlighted", "called socket"],
      resolve: """
        if (is_true(request, "button.isHighlighted")) socket(AF_UNIX, SOCK_STREAM, 0);
        """),
    Mistake(
      item: "sandbox", status: .crashed, says: ["style 'look', normal", "threads"],
      resolve: """
        pthread_t thread;
        pthread_create(&thread, NULL, run, NULL);
        """, declarations: "static void *run(void *p) { return p; }", flags: ["-pthread"]),
    Mistake(
      item: "answers", status: .crashed, says: ["style 'look', selected", "SIGABRT"],
      resolve: "if (is_true(request, \"button.isSelected\")) abort();"),
    Mistake(
      item: "answers", status: .crashed, says: ["exited with code 3"], resolve: "_exit(3);"),
    Mistake(
      item: "answers", status: .failed, says: ["style 'look', disabled", "timed out"],
      resolve: "while (!is_true(request, \"button.isEnabled\")) ;", milliseconds: 6_000),
    Mistake(
      item: "answers", status: .failed,
      says: ["style 'look'", "gives every button up with BTN_E_INTERNAL"],
      resolve: "if (entry == key(\"style.look\")) return BTN_E_INTERNAL;"),
    Mistake(
      item: "answers", status: .warning, says: ["style 'look'", "no reason"],
      resolve: "if (is_true(request, \"button.isFocused\")) return BTN_E_INTERNAL;"),
    Mistake(
      item: "answers", status: .crashed, says: ["an invalid frame"],
      resolve: "write(3, \"garbage, garbage, garbage\", 25);"),
    Mistake(
      item: "undeclared-reads", status: .failed, says: ["style 'look'", "state.user.email"],
      resolve: "get(request, \"state.user.email\", &value);"),
    Mistake(
      item: "undeclared-reads", status: .warning,
      says: ["style 'look'", "button.parameters.sise", "no style or handler declares"],
      resolve: "get(request, \"button.parameters.sise\", &value);"),
    Mistake(
      item: "range", status: .failed, says: ["opacity to 3.0", "0 to 1"],
      resolve: "set_number(request, \"opacity\", 3);"),
    Mistake(
      item: "range", status: .failed, says: ["title", "UTF-8"],
      resolve: "set_text(request, \"title\", \"caf\\xC3\");"),
    Mistake(
      item: "range", status: .failed, says: ["cornerStyle to 'round'", "capsule"],
      resolve: "set_text(request, \"cornerStyle\", \"round\");"),
    Mistake(
      item: "range", status: .failed, says: ["opacity to 'half'", "it takes 0 to 1"],
      resolve: "set_text(request, \"opacity\", \"half\");"),
    Mistake(
      item: "purity", status: .failed, says: ["title was", "shuffled"],
      resolve: """
        static int calls;
        char text[32];
        snprintf(text, sizeof text, "%d", ++calls);
        set_text(request, "title", text);
        """),
    Mistake(
      item: "purity", status: .failed, says: ["in a fresh process"],
      resolve: """
        char text[32];
        snprintf(text, sizeof text, "%d", (int)getpid());
        set_text(request, "title", text);
        """),
    Mistake(
      item: "borrowed-text", status: .failed, says: ["title was 'kept'", "'lost'"],
      resolve: """
        static const char *kept;
        if (get(request, "button.role", &value) == BTN_OK && kept == NULL) kept = value.as.s;
        set_text(request, "title", kept == NULL || *kept == 'n' || *kept == 'c' || *kept == 'd'
          ? "kept" : "lost");
        """),
    Mistake(
      item: "truncated-table", status: .crashed, says: ["whose tables end", "SIGSEGV"],
      create: "volatile char next = ((const char *)api)[sizeof *api]; (void)next;"),
    Mistake(
      item: "unknown-names", status: .crashed, says: ["on a host without extensions", "SIGSEGV"],
      resolve: """
        const btn_host_timer *timer = host->get_extension(host->host, BTN_EXT_TIMER);
        timer->update_at(request, 4102444800000);
        """),
    Mistake(
      item: "unknown-names", status: .failed, says: ["buttond.gesture/9999"],
      declarations: """
        static btn_status event(void *s, btn_key e, btn_request *r, const btn_pointer_event *p,
                                uint8_t *m) { return BTN_OK; }
        static const btn_plugin_gesture gesture = {sizeof gesture, event};
        static const void *extension(void *self, const char *id) {
          return strncmp(id, "buttond.gesture", 15) == 0 ? &gesture : NULL;
        }
        """, getExtension: "extension"),
    Mistake(
      item: "unknown-names", status: .warning, says: ["sets titel", "title"],
      resolve: "set_text(request, \"titel\", \"x\");"),
    Mistake(
      item: "unknown-names", status: .warning,
      says: ["sets background.color", "did you mean 'background.backgroundColor'?"],
      resolve: "set_color(request, \"background.color\", 0xFFFFFFFFu);"),
    Mistake(
      item: "output", status: .warning, says: ["prints to stdout or stderr: hello"],
      resolve: "printf(\"hello\\n\");"),
    Mistake(
      item: "states", status: .warning,
      says: ["style 'look', focused", "looks as it does otherwise"],
      resolve: "set_number(request, \"background.strokeWidth\", 1);"),
    Mistake(
      item: "states", status: .warning, says: ["busy", "looks as it does otherwise"],
      resolve: """
        btn_value off = {BTN_T_BOOL, 0, {0}};
        host->set(request, key("showsActivityIndicator"), &off);
        """),
    Mistake(
      item: "contrast", status: .warning, says: ["style 'look', disabled, light", "1.16:1"],
      resolve: """
        if (!is_true(request, "button.isEnabled")) set_color(request, "titleColor", 0xEEEEEEFFu);
        """),
    Mistake(
      item: "failing-calls", status: .crashed, says: ["read or set number 4 fails", "SIGABRT"],
      resolve: "if (get(request, \"button.id\", &value) == BTN_E_INTERNAL) abort();"),
    Mistake(
      item: "extremes", status: .crashed,
      says: ["all state keys hold the least integer", "SIGABRT"],
      resolve: """
        get(request, "state.shop.count", &value);
        if (value.type == BTN_T_INT && value.as.i == INT64_MIN) abort();
        """),
    Mistake(
      item: "extremes", status: .warning, says: ["every number at its greatest", "opacity to 3.0"],
      resolve: """
        get(request, "button.contentInsets.top", &value);
        set_number(request, "opacity", value.type == BTN_T_FLOAT && value.as.f > 99 ? 3 : 1);
        """),
    Mistake(
      item: "time", status: .warning, says: ["style 'look'", "µs"],
      resolve: """
        struct timespec start, now;
        if (entry == key("style.look")) {
          clock_gettime(CLOCK_MONOTONIC, &start);
          do clock_gettime(CLOCK_MONOTONIC, &now);
          while ((now.tv_sec - start.tv_sec) * 1000000000 + now.tv_nsec - start.tv_nsec < 1300000);
        }
        """),
    Mistake(
      item: "fuzz", status: .crashed, says: ["SIGABRT", "--reproduce 1:"],
      resolve: """
        get(request, "button.id", &value);
        if (value.type == BTN_T_STRING && memchr(value.as.s, 0, value.len) != NULL) abort();
        """),
    Mistake(
      item: "contrast", status: .warning,
      says: ["style 'look', normal, light", "1.16:1; 3.0:1 is needed"],
      resolve: "set_color(request, \"titleColor\", 0xEEEEEEFFu);"),
  ]

  @Test(.disabled(if: Sanitizer.isThere, "a sanitizer has another allocator, which tells nothing"))
  func memoryThatEveryLifeKeepsIsFound() throws {
    try check(
      Mistake(
        item: "life-cycle", status: .failed, says: ["grows by", "bytes each time"],
        create: "static void *volatile kept; kept = malloc(100);"))
  }

  @Test(.disabled(if: Sanitizer.isThere, "a sanitizer has another allocator, which tells nothing"))
  func memoryThatEveryResolveKeepsIsFound() throws {
    try check(
      Mistake(
        item: "memory", status: .failed, says: ["keeps", "for each button that it resolves"],
        resolve: "static void *volatile kept; kept = malloc(24);"))
  }

  @Test func aPrimitiveStyleThatTakesNoPressIsFound() throws {
    let folder = try CheckedFolder(
      "return BTN_OK;",
      manifest: CheckedFolder.manifest(styles: #"[{"name": "look", "isPrimitive": true}]"#))
    let result = try #require(folder.check(only: ["answers"])["answers"])
    #expect(result.status == .failed)
    let text = result.findings.first?.message ?? ""
    #expect(text.contains("gives a press up") && text.contains("buttond.gesture/1"), "\(text)")
  }

  @Test func theRemedyForABareStyleKnowsThatNothingIsDrawnForIt() throws {
    let folder = try CheckedFolder(
      "return BTN_OK;",
      manifest: CheckedFolder.manifest(styles: #"[{"name": "look", "base": "none"}]"#))
    let result = try #require(folder.check(only: ["states"])["states"])
    let remedies = result.findings.map(\.remedy)
    #expect(!remedies.isEmpty && remedies.allSatisfy { !$0.contains("the base draws a ring") })
    #expect(remedies.contains { $0.contains("the base none draws no ring") })
    #expect(remedies.contains { $0.contains("the base none shows no spinner") })
  }

  @Test func aStyleThatShowsNoSelectionSaysSo() throws {
    func statuses(_ resolve: String, base: String = "plain") throws -> [String?] {
      let folder = try CheckedFolder(
        "\(resolve) return BTN_OK;",
        manifest: CheckedFolder.manifest(styles: "[{\"name\": \"look\", \"base\": \"\(base)\"}]"))
      let result = try #require(folder.check(only: ["states"])["states"])
      let isListed = result.detail?.contains("no selection in 'look'") == true
      return result.findings.map { $0.place?.state } + (isListed ? ["hidden"] : [])
    }
    let shown = """
      set_number(request, "opacity", is_true(request, "button.isHighlighted") ? 0.9 : 1);
      set_number(request, "scale", is_true(request, "button.isEnabled") ? 1 : 0.9);
      """
    #expect(try statuses(shown) == ["selected"])
    let told = """
      btn_value off = {BTN_T_BOOL, 0, {0}};
      host->set(request, key("automaticallyUpdateForSelection"), &off);
      """
    #expect(try statuses(shown + told) == ["hidden"])
    // With the base none there is nothing that would show it, and no ring of the focus either.
    #expect(try statuses(shown, base: "none") == ["focused", "normal", "hidden"])
    #expect(try statuses(shown, base: "filled") == ["hidden"])
    // One that shows selection in place of the disabled state is not listed.
    let selected = try statuses(shown.replacing("isEnabled", with: "isSelected"), base: "filled")
    #expect(selected == ["disabled"])
  }

  @Test(arguments: mistakes.filter { $0.company == nil })
  func aMistakeFailsItsItem(mistake: Mistake) throws { try check(mistake) }

  /// Each is a style of one plugin, and fails its item where it is.
  @Test(arguments: Company.allCases) func aMistakeFailsItsItem(among company: Company) throws {
    let mistakes = Self.mistakes.filter { $0.company == company }
    let names = mistakes.indices.map { "style\($0)" }
    func inPlace(_ text: String, _ name: String) -> String {
      text.replacing("'look'", with: "'\(name)'").replacing("style.look", with: "style.\(name)")
    }
    let folder = try CheckedFolder(
      zip(mistakes, names).map { mistake, name in
        "if (entry == key(\"style.\(name)\")) { \(inPlace(mistake.resolve, name)) }"
      }.joined(separator: "\n"),
      declarations: mistakes.map(\.declarations).joined(separator: "\n"),
      manifest: CheckedFolder.manifest(
        styles: "[\(names.map { "{\"name\": \"\($0)\"}" }.joined(separator: ","))]"),
      flags: mistakes.flatMap(\.flags))
    let report = try folder.check(only: Set(mistakes.map(\.item)))
    for (mistake, name) in zip(mistakes, names) {
      let findings = report[mistake.item]?.findings ?? []
      let finding = findings.first { $0.place?.style == name || $0.place == nil }
      let found = "\(finding?.description ?? "nothing")"
      #expect(finding?.status == mistake.status, "\(mistake): \(found)")
      for text in mistake.says { #expect(found.contains(inPlace(text, name)), "\(found)") }
      for other in report.results where ![mistake.item, "time"].contains(other.id) {
        #expect(!other.findings.contains { $0.place?.style == name }, "\(mistake): \(other)")
      }
    }
  }

  /// One in the usual run, and of those that keep no other item from being tried: all items start a process
  /// each, or several.
  @Test func aMistakeFailsNoOtherItem() throws {
    var seed = Seed()
    let mistakes = Self.mistakes.filter { CheckedFolder.few == nil || $0.company == .looks }
    for mistake in mistakes.shuffled(using: &seed).prefix(scaled(5, few: 1)) {
      try check(mistake, withAllItems: true)
    }
  }

  private func check(_ mistake: Mistake, withAllItems: Bool = false) throws {
    let folder = try CheckedFolder(
      mistake.resolve, create: mistake.create, destroy: mistake.destroy,
      declarations: mistake.declarations, getExtension: mistake.getExtension,
      manifest: CheckedFolder.manifest(more: mistake.more), flags: mistake.flags)
    let report = try folder.check(
      only: withAllItems ? nil : [mistake.item], milliseconds: mistake.milliseconds)
    if withAllItems { #expect(report.results.map(\.id) == PluginCheck.itemNames) }
    let result = try #require(report[mistake.item])
    let first = "\(result.findings.first?.description ?? "nothing")"
    #expect(result.status == mistake.status, "\(first)")
    for text in mistake.says { #expect(first.contains(text), "\(first)") }
    #expect(result.findings.allSatisfy { !$0.remedy.isEmpty })
    for other in report.results where other.id != mistake.item {
      // A button is slow where tests run beside it.
      let isAllowed = other.status == .skipped || other.id == "time" && other.status == .warning
      #expect(
        other.status == .success || isAllowed, "\(other.id): \(other.status) \(other.findings)")
    }
    #expect(report.passes() == !mistake.status.isBad(strict: false))
    #expect(!report.passes(strict: true))
  }

  @Test func aPluginWithoutMistakesPassesStrictly() throws {
    let report = try CheckedFolder().check(only: CheckedFolder.surveyed)
    #expect(report.passes(strict: true), "\(report)")
  }

  @Test func everyMistakeOfAManifestIsNamedWithItsPath() throws {
    let folder = try CheckedFolder(
      manifest: CheckedFolder.manifest(
        styles: """
          [{"name": "a b"}, {"name": "x", "base": "nice", "parameters": {
            "p": {"type": "int", "default": "no"}, "q": {"type": "thing"}}}]
          """, reads: "[\"shop.*\", \"state.ok\"]",
        more: ", \"limits\": {\"memoryMiB\": 1}, \"colour\": 1, \"color\": 2"))
    let report = try folder.check()
    let paths = try #require(report["manifest"]).findings.map { $0.place?.path ?? "" }
    for path in [
      "styles[0].name", "styles[1].base", "styles[1].parameters.p.default",
      "styles[1].parameters.q.type", "reads[0]", "limits.memoryMiB", "colour", "color",
    ] { #expect(paths.contains(path), "\(path) is not among \(paths)") }
    #expect(Set(paths).count == paths.count)
    #expect(report["manifest"]?.status == .failed)
    #expect(report.results.dropFirst().allSatisfy { $0.status == .skipped && $0.reason != nil })
  }

  @Test func aStatusThatSetReturnedIsNamedWithPropertyAndValue() throws {
    let folder = try CheckedFolder("return set_number(request, \"title\", 3);")
    let finding = try #require(folder.check(only: ["answers"])["answers"]?.findings.first)
    #expect(
      finding.message
        == "gives every button up with BTN_E_TYPE (-2): sets title to 3.0, a number; it takes text")
  }

  @Test(arguments: [("\"1.0\"", "\"1.1\""), ("org.example.checked", "org.example.other")])
  func aLibraryOfAnotherManifestIsToAgreeWithIt(_ own: String, _ other: String) throws {
    let manifest = CheckedFolder.manifest()
    let folder = try CheckedFolder(manifest: manifest)
    folder.write(manifest.replacing(own, with: other), to: "plugin.json")
    let finding = try #require(folder.check(only: ["handshake"])["handshake"]?.findings.first)
    #expect(finding.message.contains("the manifest's"), "\(finding.message)")
    #expect(finding.remedy.hasPrefix("run make; else make plugin.json and the source agree"))
  }

  @Test func aManifestThatIsNoneEndsTheCheck() throws {
    let folder = try CheckedFolder(manifest: "{")
    #expect(try folder.check()["manifest"]?.status == .failed)
    let report = try PluginCheck(
      CheckSettings(folder: "/nowhere", workerPath: "/nowhere", seed: 1)
    ).run()
    #expect(report["manifest"]?.status == .failed)
  }
}
