import Glibc
import TestSupport
import Testing

@testable import buttond

extension DaemonTests {
  /// What buttonctl prints for programs, and what it gives shells to complete with.
  @Suite struct CommandOutputTests {
    private let folder = TemporaryFolder()

    /// Every command, with arguments with which it succeeds; where one does not end by itself, what
    /// makes it print a line.
    static let commands: [(words: String, arguments: [String], nudge: String?)] = [
      ("state get", [], nil), ("state eval", ["1 + 1"], nil),
      ("state derive", ["two", "1 + 1"], nil), ("state set", ["a", "1"], nil),
      ("state update", ["--increment", "a"], nil), ("state watch", [], ""),
      ("buttons list", [], nil), ("buttons get", ["help"], nil),
      ("buttons define", ["BUTTONS"], nil), ("menu choose", ["one", "first"], nil),
      ("rotate", ["one", "2"], nil),
      ("buttons patch", ["help", #"{"configuration":{"title":"?"}}"#], nil),
      ("buttons remove", ["one"], nil), ("buttons watch", [], ""),
      ("buttons explain", ["help"], nil), ("buttons needs-update", [], nil),
      ("groups define", ["GROUPS"], nil), ("groups list", [], nil), ("groups get", ["till"], nil),
      ("groups remove", ["till"], nil),
      ("images put", ["IMAGE"], nil), ("images list", [], nil),
      ("images get", [hash], nil), ("images remove", [hash], nil),
      ("press", ["add-item"], nil), ("trigger", ["add-item"], nil),
      ("actions watch", [], "buttons.trigger"),
      ("plugins list", [], nil), ("plugins watch", [], ""), ("plugins reload", ["pill"], nil),
      ("plugins disable", ["clock"], nil), ("plugins enable", ["clock"], nil),
      ("plugins reset", ["pill"], nil), ("sources list", [], nil), ("sources watch", [], ""),
      ("sources run", ["hour"], nil), ("sources reset", ["hour"], nil), ("styles", [], nil),
      ("fleet status", [], nil), ("fleet watch", [], ""), ("fleet rejected", [], nil),
      ("stats", [], nil),
      ("render", ["--style", "filled"], nil), ("reload", [], nil), ("sync", [], nil),
      ("call", ["server.stats"], nil), ("buttons export", [], nil),
      ("buttons import", ["BUTTONS"], nil),
      ("record", ["FOLDER/r.jsonl", "--count", "0"], nil), ("replay", ["FOLDER/r.jsonl"], nil),
    ]

    /// A file of no content that `images put` takes, and its name.
    private static let image = #"<svg xmlns="http://www.w3.org/2000/svg"/>"#
    private static let hash =
      "sha256:900fbe934249ad120004bd24adf66aad8817d89586273c0cc50e187bddebb601"

    /// Commands for authors of plugins, in the order in which an author needs them.
    static let tools: [(words: String, line: String)] = [
      ("plugin new", "plugin new glow --language c"),
      ("plugin constants", "plugin constants glow --language c"),
      ("plugin dev", "plugin dev glow --once"),
      ("plugin check", "plugin check glow --only manifest"),
      ("plugin pack", "plugin pack glow --output glow.buttond-plugin"),
      ("plugin install", "plugin install glow --into plugins"),
      ("plugin uninstall", "plugin uninstall glow --from plugins"),
    ]

    /// The words of the commands that do something, as the program itself tells of them.
    static func leaves() throws -> [String] {
      func leaves(_ command: JSONTree, _ words: [String]) -> [String] {
        let children = command["subcommands"]?.elements.filter {
          $0["commandName"]?.string != "help" && $0["shouldDisplay"] != .bool(false)
        }
        guard let children, !children.isEmpty else { return [words.joined(separator: " ")] }
        return children.flatMap { leaves($0, words + [$0["commandName"]?.string ?? ""]) }
      }
      let dump = try Program.run(InstalledPrefix().client, ["--experimental-dump-help"])
      guard let command = try JSONTree(parsing: dump.output)["command"] else {
        throw TestFailure("no help: \(dump.error)")
      }
      return leaves(command, [])
    }

    private func checkDocuments(_ output: String, of words: String) throws {
      let lines = output.split(separator: "\n")
      #expect(!lines.isEmpty, "\(words) prints nothing")
      for line in lines {
        #expect(throws: Never.self, "\(words): \(line)") { try JSONTree(parsing: String(line)) }
      }
    }

    @Test func everyCommandPrintsJSONWhereItIsAskedTo() throws {
      let (daemon, _) = try Shared.daemon(
        configuredBy:
          "sources: {hour: {run: [date, +%-H], every: 1h, format: number, key: hour}}\n")
      let client = try daemon.connect()
      try client.call("buttons.define", DemoButtons.definitions)
      let bare = try Shared.bareDaemon()
      folder.write(
        #"[{"id":"one","style":"plain","rotation":{"action":{}},"menu":[{"id":"first","title":"First","action":{"name":"first"}}]}]"#,
        to: "BUTTONS")
      folder.write("till: {tint: systemPink, isEnabled: {state: shop.isOpen}}\n", to: "GROUPS")
      folder.write(Self.image, to: "IMAGE")
      for (words, arguments, nudge) in Self.commands {
        let arguments = arguments.map {
          $0.replacing("FOLDER", with: folder.path).replacing(
            "BUTTONS", with: folder.file("BUTTONS")
          ).replacing("GROUPS", with: folder.file("GROUPS"))
            .replacing("IMAGE", with: folder.file("IMAGE"))
        }
        let socket = words == "record" ? bare.socketPath : daemon.socketPath
        let all =
          ["--json"] + (words == "replay" ? [] : ["--socket", socket])
          + words.split(separator: " ").map(String.init) + arguments
          + (words == "replay" ? bare.pluginArguments : [])
        guard let nudge else {
          let done = try Program.run(
            InstalledPrefix().client, all, environment: ["TMPDIR": folder.path])
          #expect(done.end == .exited(0), "\(words): \(done.error)")
          #expect(done.error == "", "\(words)")
          try checkDocuments(done.output, of: words)
          continue
        }
        let program = try Program(InstalledPrefix().client, all)
        var line: String?
        let deadline = Deadline()
        while line == nil, !deadline.hasPassed {
          if !nudge.isEmpty { try client.call(nudge, #"{"id":"add-item"}"#) }
          line = try? program.nextLine(by: Deadline(seconds: nudge.isEmpty ? 60 : 0.1))
        }
        try checkDocuments(line ?? "", of: words)
        program.kill(SIGTERM)
        #expect(try program.waitForEnd() == .exited(0), "\(words)")
      }
    }

    @Test func groupsReadBackAsTheFileThatDefinedThem() throws {
      let daemon = try DemoButtons.shared()
      func groups(_ words: String..., status: Int32 = 0) throws -> String {
        let done = try Program.run(
          InstalledPrefix().client, ["--socket", daemon.socketPath, "groups"] + words)
        #expect(done.end == .exited(status), "\(words): \(done.error)")
        return done.output
      }
      let text = "desk:\n  tintAdjustmentMode: dimmed\ntill:\n  tint: systemPink\n"
      folder.write(text, to: "groups.yaml")
      #expect(
        try groups("define", folder.file("groups.yaml")).hasSuffix(": desk, till defined\n"))
      #expect(try groups("get") == text)
      #expect(
        try groups("list") == """
          ID    BUTTONS  DEFINED BY
          desk  0        a client
          till  0        a client

          """)
      #expect(try groups("remove", "till", "none", status: 1).hasSuffix(": till removed\n"))
      #expect(try groups("get", "till", status: 1) == "{}\n")
    }

    @Test func everyToolPrintsJSONWhereItIsAskedTo() throws {
      let prefix = try InstalledPrefix().copyForAuthors(in: folder)
      try Folder.make(folder.file("plugins"))
      for (words, line) in Self.tools {
        let script = "cd \(folder.path) && '\(prefix.client)' --json --socket /nowhere \(line)"
        let made = words == "plugin dev" ? " && make -s -C glow >&2" : ""
        let done = try Program.run(
          "/bin/sh", ["-c", script + made],
          environment: ["BUTTOND_PREFIX": prefix.path, "MAKEFLAGS": ""], by: Deadline(seconds: 200))
        #expect(done.end == .exited(0), "\(words): \(done.error) \(done.output)")
        try checkDocuments(done.output, of: words)
      }
    }

    @Test func everyFigureIsInTheTableOfMetrics() throws {
      let daemon = try Shared.daemon()
      let ctl = "\(try InstalledPrefix().path)/bin/buttonctl"
      let result = try Program.run(ctl, ["--socket", daemon.socketPath, "stats", "--prometheus"])
      #expect(result.end == .exited(0))
      #expect(!result.output.contains("untyped"))
      #expect(result.output.contains("\n# TYPE buttond_requests_total counter\n"))
      #expect(result.output.contains("\nbuttond_plugin_up{plugin=\"pill\"} "))
      let both = try Program.run(
        ctl, ["--socket", daemon.socketPath, "--json", "stats", "--prometheus"])
      #expect(both.end == .exited(64))
    }

    @Test func noCommandIsLeftOut() throws {
      // These work on a state folder or an engine, and are with its tests.
      let others = [
        "backup", "restore", "doctor", "fleet adopt", "fleet list", "fleet engine", "fleet init",
        "fleet user", "fleet repair", "fleet restore", "fleet run",
      ]
      let known = Set(Self.commands.map(\.words) + Self.tools.map(\.words) + others)
      let missing = try Self.leaves().filter { !known.contains($0) }
      #expect(missing == [])
    }

    @Test func everyCommandHasAManualPage() throws {
      for words in try Self.leaves() {
        let page = "buttonctl-" + words.replacing(" ", with: "-")
        let path = try InstalledPrefix().path + "/share/man/man1/\(page).1"
        #expect(try ProcessFile.text(path).contains(".SH SYNOPSIS"), "\(page)")
      }
    }

    @Test func commandsAreColouredOnATerminalAndPlainInAPipe() throws {
      let daemon = try DemoButtons.shared()
      for words in [["plugins", "list"], ["buttons", "list"], ["styles"]] {
        let all = ["--socket", daemon.socketPath] + words
        let piped = try Program.run(InstalledPrefix().client, all)
        #expect(!piped.output.contains("\u{1B}") && !piped.output.isEmpty)
        let forced = try Program.run(InstalledPrefix().client, ["--color", "always"] + all)
        #expect(forced.output.contains("\u{1B}[1m"), "\(words)")
        let terminal = try PseudoTerminal(InstalledPrefix().client, all, columns: 200)
        #expect(try terminal.waitForEnd() == .exited(0))
        #expect(String(decoding: terminal.output, as: UTF8.self).contains("\u{1B}[1m"))
      }
    }

    /// What bash offers for words, of which the last is being typed.
    private func completions(_ words: [String], _ daemon: DaemonProcess?) throws -> [String] {
      let prefix = try InstalledPrefix()
      let list = words.map { "'\($0)'" }.joined(separator: " ")
      let script = """
        PATH=\(prefix.path)/bin:$PATH
        . \(prefix.path)/share/bash-completion/completions/buttonctl
        COMP_WORDS=(\(list)); COMP_CWORD=\(words.count - 1); COMP_LINE="${COMP_WORDS[*]}"
        COMP_POINT=${#COMP_LINE}; COMPREPLY=()
        _buttonctl buttonctl "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
        printf '%s\\n' "${COMPREPLY[@]}"
        """
      let environment = daemon.map { ["BUTTOND_SOCKET": $0.socketPath] } ?? [:]
      let done = try Program.run("bash", ["-c", script], environment: environment)
      return done.output.split(separator: "\n").map { String($0.filter { $0 != " " }) }
    }

    @Test func shellsCompleteWithWhatTheDaemonKnows() throws {
      let daemon = try DemoButtons.shared()
      try daemon.connect().call("state.set", #"{"values":{"shop.isOpen":true,"shop.name":"x"}}"#)
      #expect(try completions(["buttonctl", "trigger", "he"], daemon) == ["help"])
      #expect(
        try completions(["buttonctl", "state", "get", "shop"], daemon)
          == ["shop.isOpen", "shop.name"])
      #expect(try completions(["buttonctl", "plugins", "reset", "pi"], daemon) == ["pill"])
      #expect(try completions(["buttonctl", "pre"], daemon) == ["press"])
      #expect(
        try completions(["buttonctl", "--socket", daemon.socketPath, "press", "add"], nil)
          == ["add-item"])
      #expect(try completions(["buttonctl", "--socket", "/nowhere", "press", "a"], nil) == [])
    }

    @Test func shellsCompletePropertiesOfALook() throws {
      #expect(
        try completions(["buttonctl", "buttons", "explain", "help", "titleColo"], nil)
          == ["titleColor"])
    }

    @Test func everyOptionOfTheDaemonIsCompletedInEveryShell() throws {
      let prefix = try InstalledPrefix()
      let options = DaemonArguments.help.split(separator: "\n").compactMap { line -> String? in
        guard line.hasPrefix("  -"), let start = line.firstRange(of: "--") else { return nil }
        return String(line[start.lowerBound...].prefix { $0 == "-" || $0.isLetter })
      }
      #expect(options.count == 16, "\(options)")
      for (shell, file) in [
        ("bash", "bash-completion/completions/buttond"), ("zsh", "zsh/site-functions/_buttond"),
        ("fish", "fish/vendor_completions.d/buttond.fish"),
      ] {
        let script = try ProcessFile.text("\(prefix.path)/share/\(file)")
        for option in options {
          let written = shell == "fish" ? "-l \(option.dropFirst(2))" : option
          #expect(script.contains(written), "\(shell): \(option)")
        }
      }
      let words = """
        . \(prefix.path)/share/bash-completion/completions/buttond
        COMP_WORDS=(buttond --log-level no); COMP_CWORD=2; _buttond; echo "${COMPREPLY[*]}"
        COMP_WORDS=(buttond --no-i); COMP_CWORD=1; _buttond; echo "${COMPREPLY[*]}"
        """
      let done = try Program.run("bash", ["-c", words])
      #expect(done.output == "notice\n--no-installed-plugins\n", "\(done.error)")
    }

    @Test func everyManualPageHasExamples() throws {
      let folder = try InstalledPrefix().path + "/share/man/man1"
      for page in try Folder.names(in: folder) {
        #expect(try ProcessFile.text("\(folder)/\(page)").contains(".SH EXAMPLES"), "\(page)")
      }
    }

    @Test func nothingThatADaemonNamesIsRunByAShell() throws {
      let daemon = try DemoButtons.shared()
      let file = "\(TemporaryFolder().path)-run"
      defer { unlink(file) }
      let group = "x$(echo>\(file))`echo>\(file)`"
      try daemon.connect().call(
        "buttons.define", #"{"buttons":[{"id":"a","style":"plain","group":"\#(group)"}]}"#)
      #expect(
        try completions(["buttonctl", "buttons", "list", "--group", "x"], daemon) == [group])
      #expect(access(file, F_OK) != 0, "it was run")
    }

    @Test(arguments: [
      ("state eval 'shop.na", "state eval 'shop.name'"),
      ("state eval 'size(a) > 0 && shop.is", "state eval 'size(a) > 0 && shop.isOpen'"),
      ("state eval \"{shop.na", "state eval \"{shop.name\""),
      ("state eval --template 'It is {shop.na", "state eval --template 'It is {shop.name'"),
      ("state eval shop.na", "state eval shop.name"),
      ("state eval 'shop.isOpen ? 1 : shop.na", "state eval 'shop.isOpen ? 1 : shop.name'"),
      ("state eval '1 + flo", "state eval '1 + floor('"),
      ("state derive q 'shop.na", "state derive q 'shop.name'"),
      ("state derive q 'a > 1' shop.na", "state derive q 'a > 1' shop.name"),
      ("state derive --template q '{shop.na", "state derive --template q '{shop.name'"),
    ])
    func aRealBashCompletesInsideAnExpression(_ typed: String, _ line: String) throws {
      let daemon = try DemoButtons.shared()
      try daemon.connect().call("state.set", #"{"values":{"shop.isOpen":true,"shop.name":"x"}}"#)
      let prefix = try InstalledPrefix()
      let path = try #require(getenv("PATH").map { String(cString: $0) })
      let terminal = try PseudoTerminal(
        "/bin/bash", ["--norc", "--noprofile", "-i"],
        environment: [
          "PATH": "\(prefix.path)/bin:\(path)", "BUTTOND_SOCKET": daemon.socketPath, "PS1": "> ",
          "INPUTRC": "/dev/null", "HISTFILE": "",
        ], columns: 200)
      terminal.type(". \(prefix.path)/share/bash-completion/completions/buttonctl; echo re''ady\n")
      try terminal.wait(for: "ready")
      terminal.type("buttonctl \(typed)\t")
      try terminal.wait(for: "> buttonctl \(line)")
    }

    @Test func aDaemonThatHangsDoesNotHoldUpACompletion() throws {
      let daemon = try DemoButtons.shared()
      try daemon.program.pause()
      defer { daemon.program.kill(SIGCONT) }
      #expect(try completions(["buttonctl", "trigger", "he"], daemon) == [])
    }
  }
}
