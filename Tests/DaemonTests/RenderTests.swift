import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension DaemonFileTests {
  /// The shipped styles as `buttonctl render` draws them, and as clients receive them.
  ///
  /// With `BUTTOND_REWRITE_GOLDEN=1` the files in `Tests/Fixtures/render` are written anew, to be looked
  /// at before they are committed.
  @Suite struct RenderTests {
    /// The sheets: a name, and the arguments that make it.
    private static let sheets: [(name: String, arguments: [String])] = [
      (
        "system",
        ["plain", "gray", "tinted", "filled"].flatMap { ["--style", $0] } + ["--image", "cart"]
      ),
      ("outline", ["--plugin", "outline"]), ("press", ["--plugin", "press"]),
      ("themed", ["--plugin", "themed", "--states", "normal,highlighted,disabled"]),
      ("checkout", ["--style", "checkout/count", "--states", "normal,disabled"]),
      ("pill", ["--plugin", "pill", "--image", "star.fill", "--right-to-left"]),
    ]

    private static func daemon() throws -> DaemonProcess { try Shared.daemon() }

    @Test(arguments: sheets.map(\.name)) func aSheetIsAsItWas(name: String) throws {
      let sheet = try #require(Self.sheets.first { $0.name == name })
      let prefix = try InstalledPrefix()
      let folder = TemporaryFolder()
      let picture = folder.file("sheet.svg")
      let run = try Program.run(
        prefix.client,
        ["--json", "--socket", Self.daemon().socketPath, "render"] + sheet.arguments
          + ["-o", picture])
      #expect(run.end == .exited(0), "\(run.error)")
      #expect(run.error.isEmpty)
      try GoldenFile.compare(
        run.output.replacing(#"{"label""#, with: "\n" + #"{"label""#), "render/\(name).json")
      try GoldenFile.compare(try Self.text(picture), "render/\(name).svg")
    }

    @Test func displaysMayHaveRaisedContrastAndOtherSizes() throws {
      let run = try Program.run(
        InstalledPrefix().client,
        [
          "--json", "--socket", Self.daemon().socketPath, "render", "--style", "filled", "--states",
          "normal", "--traits", "light,light+high,dark+high+AX1",
        ])
      #expect(run.end == .exited(0), "\(run.error)")
      let panels = try #require(JSONTree(parsing: run.output)["panels"]).elements
      #expect(panels.map { $0["display"]?.string } == ["light", "light+high", "dark+high+AX1"])
      let looks = panels.compactMap { $0["rows"]?.elements.first?["looks"]?.elements.first }
      #expect(
        looks.map { $0["backgroundColor"]?.string } == ["#007AFFFF", "#0040DDFF", "#409CFFFF"])
      #expect(looks.map { $0["titleFontSize"]?.text } == ["17", "17", "28"])
      let wrong = try Program.run(
        InstalledPrefix().client,
        [
          "--socket", Self.daemon().socketPath, "render", "--style", "filled", "--traits",
          "light+huge",
        ])
      #expect(wrong.end == .exited(64))
      #expect(wrong.error.contains("AX5"), "\(wrong.error)")
    }

    @Test func aButtonOfARunningDaemonIsDrawnAsItIs() throws {
      let prefix = try InstalledPrefix()
      let daemon = try Self.daemon()
      let client = try daemon.connect()
      try client.call(
        "buttons.define",
        #"{"buttons":[{"id":"pay","style":"filled","configuration":{"title":"</text><script>"}}]}"#)
      let folder = TemporaryFolder()
      let picture = folder.file("pay.svg")
      let run = try Program.run(
        prefix.client,
        [
          "--socket", daemon.socketPath, "render", "--button", "pay", "--traits", "dark", "-o",
          picture,
        ])
      #expect(run.end == .exited(0), "\(run.error)")
      let text = try Self.text(picture)
      #expect(text.contains("&lt;/text&gt;&lt;script&gt;</text>"))
      #expect(text.contains("#0A84FF"))
      let gone = try Program.run(
        prefix.client, ["--socket", daemon.socketPath, "render", "--button", "gone"])
      #expect(gone.end == .exited(1))
      #expect(gone.error.contains("there is no button 'gone'"))
    }

    @Test func aButtonWhosePluginFailsIsMarked() throws {
      let daemon = try Shared.daemon(with: "faulty", resolve: "return BTN_E_INVALID;")
      try daemon.connect().call(
        "buttons.define", #"{"buttons":[{"id":"a","style":"faulty/look"}]}"#)
      let run = try Program.run(
        InstalledPrefix().client, ["--socket", daemon.socketPath, "render", "--button", "a"])
      #expect(run.end == .exited(0), "\(run.error)")
      #expect(run.output.contains("! a"))
      #expect(run.error.contains("a: handlerFailed: "), "\(run.error)")
    }

    @Test func aPluginOfANamedFolderIsDrawn() throws {
      let shelf = PluginShelf()
      try shelf.add("mine", resolve: #"set_text(request, "title", "Mine");"#)
      let run = try Program.run(
        InstalledPrefix().client, ["render"] + shelf.arguments + ["--plugin", "mine"])
      #expect(run.end == .exited(0), "\(run.error)")
      #expect(run.output.contains("Mine"))
    }

    @Test func aSheetOfARunningDaemonLeavesNoButtonsThere() throws {
      let prefix = try InstalledPrefix()
      let daemon = try Self.daemon()
      let run = try Program.run(
        prefix.client, ["--socket", daemon.socketPath, "render", "--style", "tinted"])
      #expect(run.end == .exited(0), "\(run.error)")
      #expect(run.output.hasPrefix("<svg"))
      let client = try daemon.connect()
      #expect(try client.call("buttons.list")["buttons"]?.elements.isEmpty == true)
    }

    @Test func aPluginThatTakesLongerThanAFrameIsWaitedFor() throws {
      let prefix = try InstalledPrefix()
      let daemon = try Shared.daemon(
        with: "sloth",
        resolve: """
          const char *style = get_text(request, "env.userInterfaceStyle", text);
          if (strcmp(style, "dark") == 0) usleep(100000);
          set_text(request, "title", style);
          """)
      let client = try daemon.connect()
      try client.call("buttons.define", #"{"buttons":[{"id":"a","style":"sloth/look"}]}"#)
      try client.call("sync")
      let run = try Program.run(
        prefix.client,
        ["--socket", daemon.socketPath, "--json", "render", "--button", "a", "--traits", "dark"])
      #expect(run.end == .exited(0), "\(run.error)")
      #expect(run.output.contains(#""title":"dark""#), "\(run.output)")
    }

    @Test func withoutASelectionEverythingIsOnOneSheet() throws {
      let prefix = try InstalledPrefix()
      let folder = TemporaryFolder()
      let run = try Program.run(
        prefix.client, ["--json", "render", "-o", folder.file("every.svg")],
        by: Deadline(seconds: 200))
      try #require(run.end == .exited(0), "\(run.error)")
      // The one shipped handler that has a parameter without a default says so.
      let complaints = run.error.split(separator: "\n")
      #expect(complaints.allSatisfy { $0.contains("checkout/highlighted-title") }, "\(run.error)")
      let sheet = try JSONTree(parsing: run.output)
      let panels = sheet["panels"]?.elements ?? []
      #expect(panels.count == 2)
      for panel in panels {
        let rows = panel["rows"]?.elements ?? []
        // More buttons than a client may have pressed at once: half of the states are pressed.
        #expect(rows.count * 2 > 100)
        let labels = rows.compactMap { $0["label"]?.string }
        for label in ["plain", "filled", "outline/outline", "pill/pill"] {
          #expect(labels.contains { $0.hasPrefix(label) }, "\(label) in \(labels)")
        }
        for row in rows { #expect(row["looks"]?.elements.contains(.null) == false) }
      }
      #expect(try Self.text(folder.file("every.svg")).hasPrefix("<svg"))
    }

    @Test func whatCannotBeDrawnIsExplained() throws {
      let prefix = try InstalledPrefix()
      let there = try Self.daemon().socketPath
      let cases: [([String], String, Int32)] = [
        (["--style", "fillled"], "did you mean 'filled'?", 1),
        (["--plugin", "nobody"], "no plugin 'nobody'", 1),
        (["--style", "plain", "-o", "/tmp/picture.gif"], "ends in .svg or .png", 64),
        (["--style", "plain", "--states", "pressed"], "there is no state 'pressed'", 64),
        (["--style", "plain", "-o", "/nowhere/at/all.svg"], "/nowhere/at/all.svg", 64),
        (["--button", "pay", "--states", "disabled"], "are for styles", 64),
        (["--style", "plain", "--plugins", "."], "leave out --socket", 64),
      ]
      for (arguments, message, status) in cases {
        let run = try Program.run(
          prefix.client, ["--socket", there, "render"] + arguments)
        #expect(run.end == .exited(status), "\(arguments)")
        #expect(run.error.contains(message), "\(run.error)")
      }
      let alone = try Program.run(
        prefix.client, ["--socket", "/nowhere.sock", "render", "--button", "pay"])
      #expect(alone.end == .exited(69), "\(alone.error)")
    }

    /// The sides of a PNG, out of its header.
    private static func size(_ path: String) throws -> [Int] {
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      try #require(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      return [16, 20].map { start in bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    }

    @Test func aBareButtonFillsTheKeyThatItIsDrawnFor() throws {
      let prefix = try InstalledPrefix()
      let daemon = try Self.daemon()
      try daemon.connect().call(
        "buttons.define",
        #"{"buttons":[{"id":"key","style":"filled","configuration":{"title":"Record the show"}}]}"#)
      let folder = TemporaryFolder()
      func render(_ arguments: [String]) throws -> (end: ProcessEnd, output: String, error: String)
      {
        try Program.run(
          prefix.client, ["--socket", daemon.socketPath, "render", "--button"] + arguments)
      }
      let key = folder.file("key.png")
      var run = try render(["key", "--bare", "--size", "96x72", "-o", key])
      #expect(run.end == .exited(0), "\(run.error)")
      #expect(try Self.size(key) == [96, 72])
      run = try render(["key", "--bare", "-o", key])
      #expect(try Self.size(key)[0] > 200, "as wide as its title, twice as large")
      run = try render(["key", "--bare", "--size", "72x72"])
      #expect(run.output.contains(#"width="72" height="72" viewBox="0 0 72 72""#))
      #expect(run.output.contains(">show</text>"), "in three lines")
      for (arguments, message) in [
        (["*", "--bare"], "--bare draws one look"), (["key", "--size", "72x72"], "needs --bare"),
        (["key", "--bare", "--size", "4x72"], "5 to 1024 pixels"),
        (["key", "--bare", "--size", "72"], "5 to 1024 pixels"),
      ] {
        try daemon.connect().call(
          "buttons.define", #"{"buttons":[{"id":"other","style":"plain"}]}"#)
        let wrong = try render(arguments)
        #expect(wrong.end != .exited(0) && wrong.error.contains(message), "\(wrong.error)")
      }
    }

    @Test(.enabled(if: !Sanitizer.isForThreads, Sanitizer.isShutIn))
    func aPNGIsAPNG() throws {
      let folder = TemporaryFolder()
      let picture = folder.file("sheet.png")
      let run = try Program.run(
        try InstalledPrefix().client,
        [
          "--socket", Self.daemon().socketPath, "render", "--style", "plain", "--zoom", "1", "-o",
          picture,
        ])
      #expect(run.end == .exited(0), "\(run.error)")
      let data = try Data(contentsOf: URL(filePath: picture))
      #expect(data.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }

    // MARK: Golden files

    private static func text(_ path: String) throws -> String {
      String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }
  }
}
