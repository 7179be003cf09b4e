import Glibc
import TestSupport
import Testing

@testable import buttond

extension DaemonTests {
  /// What people see of buttonctl: lines that fit a terminal, lists in the order that they expect.
  @Suite struct TerminalTests {
    private let folder = TemporaryFolder()

    private static let columns = 80

    /// The lines that a command writes to a terminal of 80 columns, its errors too.
    private func lines(_ arguments: [String], stopping: Bool = false) throws -> [String] {
      let terminal = try PseudoTerminal(
        InstalledPrefix().client, arguments,
        environment: ["HOME": folder.path, "TMPDIR": folder.path, "LC_ALL": "C.UTF-8"])
      if stopping {
        try terminal.wait("output") { $0.text.contains(where: { $0 != " " && $0 != "\n" }) }
        terminal.signal(SIGTERM)
      }
      _ = try terminal.waitForEnd(by: Deadline(seconds: 120))
      let text = String(decoding: terminal.output, as: UTF8.self)
      return text.replacing("\r\n", with: "\n").split(separator: "\n").map { line in
        var line = String(line)
        while let start = line.firstRange(of: "\u{1B}["),
          let end = line[start.upperBound...].firstIndex(where: \.isLetter)
        {
          line.removeSubrange(start.lowerBound...end)
        }
        return line
      }
    }

    /// Buttons and keys with names and values that are long, as those of real shops are.
    private static let buttons = """
      {"buttons": [
        {"id": "shop.checkout.lane-12.express.pay-with-loyalty-card", "style": "filled",
         "group": "registers-on-the-ground-floor-near-the-entrance", "handler": "checkout/count",
         "configuration": {"title": "Pay the whole basket with the loyalty card of the customer",
           "subtitle": "The price of everything that lies in the basket at this very moment"},
         "isEnabled": {"cel": "shop.lane12.isOpen && !shop.lane12.isLockedByTheManager"}},
        {"id": "shop.checkout.lane-2.express.pay-with-loyalty-card", "style": "outline/outline",
         "group": "registers-on-the-ground-floor-near-the-entrance"}], "wait": "published"}
      """.replacing("\n", with: " ")

    @Test func nothingThatACommandPrintsIsWiderThanTheTerminal() throws {
      let (daemon, _) = try Shared.daemon(
        configuredBy: """
          sources: {the-hour-of-the-day-in-the-zone-of-this-machine: {run: [date, +%-H], every: 1h, format: number, key: hour.of.the.day}}
          """)
      let client = try daemon.connect()
      try client.call("buttons.define", DemoButtons.definitions)
      try client.call("buttons.define", Self.buttons)
      try client.call(
        "state.set",
        #"{"values":{"shop.lane12.theReasonWhyItIsClosedAtThisHour":"the drawer has not been counted since the last shift ended yesterday"}}"#
      )
      folder.write(#"[{"id":"one","style":"plain"}]"#, to: "BUTTONS")
      for (words, arguments, nudge) in CommandOutputTests.commands {
        let arguments = arguments.map {
          $0.replacing("FOLDER", with: folder.path).replacing(
            "BUTTONS", with: folder.file("BUTTONS"))
        }
        // These print documents, pictures and files, or nothing before a press; the screen has
        // separate tests.
        let others = [
          "call", "render", "buttons watch", "buttons export", "record", "replay", "actions watch",
        ]
        if others.contains(words) { continue }
        let printed = try lines(
          ["--socket", daemon.socketPath] + words.split(separator: " ").map(String.init)
            + arguments,
          stopping: nudge == "")
        for line in printed {
          #expect(line.count <= Self.columns, "\(words): \(line)")
        }
        if nudge == nil { #expect(!printed.isEmpty, "\(words) prints nothing") }
      }
      let missing = try lines(["--socket", folder.file("nowhere.sock"), "stats"])
      for line in missing { #expect(line.count <= Self.columns, "\(line)") }
    }

    @Test func noHelpIsWiderThanTheTerminal() throws {
      func check(_ words: [String]) throws {
        let printed = try lines(words + ["--help"])
        #expect(printed.count > 3, "\(words)")
        for line in printed { #expect(line.count <= Self.columns, "\(words): \(line)") }
      }
      try check([])
      for words in try CommandOutputTests.leaves() {
        try check(words.split(separator: " ").map(String.init))
      }
    }

    @Test func theHelpOfTheDaemonFitsATerminal() {
      for line in DaemonArguments.help.split(separator: "\n") {
        #expect(line.count <= Self.columns, "\(line)")
      }
    }

    @Test func listsAreInTheOrderInWhichPeopleCount() throws {
      let daemon = try Shared.daemon()
      let client = try daemon.connect()
      try client.call(
        "state.set", #"{"values":{"k.10":1,"k.9":1,"k.2":1,"k.1.b":1,"k.01":1,"k":1,"k.x":1}}"#)
      let buttons = ["k.10", "k.9", "k.2"].map { #"{"id":"\#($0)","style":"plain"}"# }
      try client.call("buttons.define", #"{"buttons":[\#(buttons.joined(separator: ","))]}"#)
      func firstWords(_ arguments: [String]) throws -> [String] {
        let done = try Program.run(
          InstalledPrefix().client, ["--socket", daemon.socketPath] + arguments)
        #expect(done.end == .exited(0), "\(done.error)")
        return done.output.split(separator: "\n").compactMap {
          $0.split(separator: " ").first.map(String.init)
        }
      }
      #expect(
        try firstWords(["state", "get", "--under", "k"])
          == ["k", "k.01", "k.1.b", "k.2", "k.9", "k.10", "k.x"])
      #expect(try firstWords(["buttons", "list"]) == ["ID", "k.2", "k.9", "k.10"])
      try client.call(
        "state.derive", #"{"keys":{"d.10":"1","d.9":"1"}}"#)
      #expect(try firstWords(["state", "derive"]) == ["d.9", "d.10"])
    }

    // MARK: Commands that are not there

    @Test(arguments: [
      (["statee"], "there is no command 'buttonctl statee'; did you mean 'state'?"),
      (
        ["--json", "--socket", "/x", "plugin", "chek"],
        "there is no command 'buttonctl plugin chek'; did you mean 'check'?"
      ),
      (
        ["--sockt", "/run/x.sock", "state", "get"],
        "there is no option '--sockt' before a command; did you mean '--socket'?"
      ),
      (
        ["--group", "a", "buttons", "get"],
        "there is no option '--group' before a command; those of a command stand behind it"
      ),
      (["butt", "list"], "there is no command 'buttonctl butt'; did you mean 'buttons'?"),
      (
        ["state", "xyz"],
        "there is no command 'buttonctl state xyz'; `buttonctl state --help` lists those there are"
      ),
      (["list"], "there is no command 'buttonctl list'; did you mean `buttonctl buttons list`?"),
      (
        ["set", "a", "1"],
        "there is no command 'buttonctl set'; did you mean `buttonctl state set KEY VALUE`?"
      ),
      (["version"], "there is no command 'buttonctl version'; did you mean `buttonctl --version`?"),
      (
        ["reset"],
        "there is no command 'buttonctl reset'; did you mean `buttonctl plugins reset` or "
          + "`buttonctl sources reset`?"
      ),
    ])
    func aCommandThatIsNotThereNamesTheNearest(words: [String], message: String) throws {
      let done = try Program.run(InstalledPrefix().client, words)
      #expect(done.end == .exited(64))
      #expect(done.error == "buttonctl: \(message)\n")
      #expect(done.output == "")
    }

    // MARK: Files of buttons

    @Test func everyMistakeOfAFileIsToldWithItsLine() throws {
      let daemon = try Shared.daemon()
      let file = folder.write(
        """
        shop.add:
          style: fill
          configuration:
            tittle: Add
            buttonSize: lage
          role: destrctive
          isEnabled: {state: shop.isOpen, gte: 5}
        shop.pay:
          style: gray
          confguration: {}
          title: Pay
          cornerRadius: 4
          configuration: {role: primary}

        """, to: "shop.yaml")
      for command in ["define", "import"] {
        let done = try Program.run(
          InstalledPrefix().client, ["--socket", daemon.socketPath, "buttons", command, file])
        #expect(done.end == .exited(1))
        #expect(
          done.error.split(separator: "\n").map(String.init)
            == [
              "2:3: shop.add.style: there is no system style 'fill'; did you mean 'filled'?",
              "4:5: shop.add.configuration.tittle: there is no property 'tittle'; did you mean 'title'?",
              "5:5: shop.add.configuration.buttonSize: 'lage' is not one of mini, small, medium, large; "
                + "did you mean 'large'?",
              "6:3: shop.add.role: 'destrctive' is not one of none, cancel, destructive, "
                + "primary; did you mean 'destructive'?",
              "7:35: shop.add.isEnabled.gte: 'gte' is not known here; known are state, equals; for other "
                + #"tests write {"cel": "key >= 5"}"#,
              "10:3: shop.pay.confguration: 'confguration' is not known here; did you mean "
                + "'configuration'?",
              "11:3: shop.pay.title: 'title' is not known here: it belongs in the configuration, as "
                + "configuration: {title: …}",
              "12:3: shop.pay.cornerRadius: 'cornerRadius' is not known here; did you mean "
                + "'configuration.background.cornerRadius'?",
              "13:19: shop.pay.configuration.role: 'role' is no property: it belongs beside the "
                + "configuration, not in it",
            ].map { "buttonctl: \(file):\($0)" }, "\(done.error)")
      }
    }

    @Test func buttonsAreDefinedFromYAML() throws {
      let daemon = try Shared.daemon()
      for (name, text) in [
        ("a.yaml", "a: {style: gray}\n"), ("a.yml", "buttons:\n  - id: a\n    style: gray\n"),
        ("a", "a: {style: gray}\n"), ("a.json", #"{"a": {"style": "gray"}}"#),
      ] {
        let file = folder.write(text, to: name)
        let done = try Program.run(
          InstalledPrefix().client, ["--socket", daemon.socketPath, "buttons", "define", file])
        #expect(done.end == .exited(0), "\(name): \(done.error)")
        #expect(done.output.contains("a defined"), "\(name)")
      }
    }

    @Test func jsonStandsForAFileOnTheCommandLine() throws {
      let daemon = try Shared.daemon()
      let call = { (words: [String]) in
        try Program.run(InstalledPrefix().client, ["--socket", daemon.socketPath] + words)
      }
      let done = try call(["buttons", "define", #"{"id": "a", "style": "gray"}"#])
      #expect(done.output.contains("a defined"), "\(done.error)")
      let group = try call(["groups", "define", #" {"g": {"tint": "systemPink"}}"#])
      #expect(group.output.contains("g defined"), "\(group.error)")
      let wrong = try call(["buttons", "define", #"[{"id": "a", "style": "gra"}]"#])
      #expect(wrong.error.hasPrefix("buttonctl: command line:1:"), "\(wrong.error)")
    }

    @Test func aMethodWithATypingErrorIsNoOtherVersion() throws {
      let daemon = try Shared.daemon()
      let done = try Program.run(
        InstalledPrefix().client, ["--socket", daemon.socketPath, "call", "state.gett"])
      #expect(done.error.contains("did you mean 'state.get'?"))
      #expect(!done.error.contains("version"), "\(done.error)")
    }

    @Test func aColourThatBecameACommentIsTold() throws {
      let daemon = try Shared.daemon()
      let file = folder.write(
        """
        shop.add:
          style: gray
          configuration:
            baseBackgroundColor: #ff0000
            baseForegroundColor:   # none yet
            title: #1
            subtitle: ~
        """, to: "shop.yaml")
      let done = try Program.run(
        InstalledPrefix().client, ["--socket", daemon.socketPath, "buttons", "define", file])
      #expect(done.end == .exited(0), "\(done.error)")
      let path = "shop.add.configuration"
      let said: [String] = [
        "4:5: \(path).baseBackgroundColor: is null, because # begins a comment; quote the colour: \"#ff0000\"",
        "5:5: \(path).baseForegroundColor: has no value, which counts as left out; give it one, or remove it",
        "6:5: \(path).title: is null, because # begins a comment; quote the text: \"#1\"",
        "7:5: \(path).subtitle: is null, which counts as left out",
      ]
      let lines = said.map { "buttonctl: \(file):\($0)\n" }
      #expect(done.error == lines.joined())
    }
  }
}
