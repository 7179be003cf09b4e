import Glibc
import TestSupport
import Testing

extension DaemonFileTests {
  /// `buttonctl record` and `buttonctl replay`.
  @Suite struct RecordingTests {
    private let files = RecordingFolder()
    private var file: String { files.file }

    private static let buttons = """
      {"buttons": [
        {"id": "checkout", "style": "filled", "handler": "checkout/count"},
        {"id": "add-item", "style": "gray", "configuration": {"title": "Add Item"},
         "action": {"operations": [{"op": "increment", "key": "checkout.itemCount"}]}},
        {"id": "like", "style": "gray", "configuration": {"title": "Like"},
         "isSelected": {"state": "isLiked"},
         "action": {"operations": [{"op": "toggle", "key": "isLiked"}]}},
        {"id": "gift", "style": "press/scale", "configuration": {"title": "Gift"},
         "action": {"operations": [{"op": "append", "key": "gifts", "value": 1}]}}
      ], "wait": "published"}
      """.replacing("\n", with: " ")

    /// The plugins that they need.
    private static let plugins: Set<ShippedPlugin> = [.checkout, .press]

    private func record(
      _ daemon: DaemonProcess, _ options: [String] = ["--frames"], _ inputs: () throws -> Void
    ) throws -> ProcessEnd {
      try files.record(daemon, options, inputs)
    }

    private func replay(
      _ options: [String] = [], _ path: String? = nil
    ) throws -> RecordingFolder.Replay {
      try files.replay(options, path)
    }

    private func lines() throws -> [JSONTree] { try files.lines() }

    /// First what must be in a recording, then anything.
    @Test func whateverClientsDoLooksTheSameAgain() throws {
      var seed = Seed()
      let daemon = try DaemonProcess(plugins: Self.plugins)
      try daemon.waitForPlugins()
      let (keypad, display) = (try daemon.connect(), try daemon.connect())
      try keypad.call("state.set", #"{"values":{"checkout.itemCount":4,"volatile.x":[1]}}"#)
      try keypad.call("buttons.define", Self.buttons)
      try display.call("layout.report", #"{"id":"gift","width":100,"height":40}"#)
      let end = try record(daemon) {
        try keypad.call("buttons.trigger", #"{"id":"add-item"}"#)
        try display.call("press.began", #"{"id":"gift","x":5,"y":5,"wait":"published"}"#)
        try display.call("press.moved", #"{"id":"gift","x":500,"y":5,"wait":"published"}"#)
        try display.call("press.moved", #"{"id":"gift","x":120,"y":5,"wait":"published"}"#)
        try display.call("press.ended", #"{"id":"gift","wait":"published"}"#)
        let other = try daemon.connect()
        try other.call("press.began", #"{"id":"like","wait":"published"}"#)
        other.close()
        _ = try keypad.refusal(
          of: "state.set", #"{"values":{"checkout.itemCount":1},"ifRevision":0}"#)
        try keypad.call("buttons.patch", #"{"id":"like","configuration":{"title":"Liked"}}"#)
        let revision = try keypad.call("state.get")["revision"]?.int ?? 0
        try keypad.call(
          "state.set", #"{"values":{"isLiked":true},"ifRevision":\#(revision),"wait":"published"}"#)
        var clients = [keypad, display, try daemon.connect()]
        for _ in 0..<scaled(60) { try act(on: daemon, &clients, &seed) }
      }
      #expect(end == .exited(0))
      let recorded = try lines()
      #expect(recorded.first?["beginning"]?["layouts"]?.elements.count == 1)
      #expect(recorded.last?["end"]?["frames"]?.int ?? 0 > 5)
      #expect(recorded.contains { $0["input"]?["method"]?.string == "connection.closed" })
      #expect(recorded.contains { $0["settled"] != nil })
      let done = try replay(["--realtime"] + daemon.pluginArguments)
      #expect(done.end == .exited(0), "\(done.output)\(done.error)")
      #expect(done.output.contains("frame(s) as recorded"))
      #expect(done.error == "")
    }

    /// One of the clients does something at random.
    private func act(
      on daemon: DaemonProcess, _ clients: inout [TestClient], _ seed: inout Seed
    ) throws {
      let place = Int.random(in: 0..<3, using: &seed)
      let id = ["checkout", "add-item", "like", "gift"].randomElement(using: &seed) ?? "gift"
      let (x, y) = (
        Int.random(in: -60...160, using: &seed), Int.random(in: -60...90, using: &seed)
      )
      let step: (String, String) =
        switch Int.random(in: 0..<9, using: &seed) {
        case 0: ("press.began", #"{"id":"\#(id)","x":\#(x),"y":\#(y)}"#)
        case 1, 2: ("press.moved", #"{"id":"\#(id)","x":\#(x),"y":\#(y)}"#)
        case 3: ("press.ended", #"{"id":"\#(id)"}"#)
        case 4: ("press.began", #"{"id":"\#(id)"}"#)
        case 5: ("buttons.trigger", #"{"id":"\#(id)"}"#)
        case 6: ("layout.report", #"{"id":"\#(id)","width":100,"height":40}"#)
        case 7: ("buttons.patch", #"{"id":"\#(id)","isEnabled":\#(x > 0)}"#)
        default: ("state.set", #"{"values":{"checkout.itemCount":\#(y)}}"#)
        }
      if x == 7 {
        clients[place].close()
        clients[place] = try daemon.connect()
      }
      _ = try? clients[place].call(step.0, step.1)
    }

    @Test func aPluginThatDecidesOtherwiseIsFoundWithTheInputBefore() throws {
      let shelf = PluginShelf()
      let body = #"set_text(request, "title", get_text(request, "state.shop.name", text));"#
      try shelf.add("sign", resolve: body)
      let daemon = try DaemonProcess(shelf.arguments)
      try daemon.waitForPlugins()
      let client = try daemon.connect()
      let buttons = ["door.10", "door.2"].map { #"{"id":"\#($0)","style":"sign/look"}"# }
      try client.call(
        "buttons.define", #"{"buttons":[\#(buttons.joined(separator: ","))],"wait":"published"}"#)
      #expect(
        try record(daemon) {
          for name in ["Inn", "Out"] {
            try client.call(
              "state.set", #"{"values":{"shop.name":"\#(name)"},"wait":"published"}"#)
          }
        } == .exited(0))
      try shelf.add(
        "sign", resolve: body + #"if (text[0] == 'O') set_text(request, "title", "Closed");"#)
      let plugins = daemon.pluginArguments + shelf.arguments
      let changed = try replay(plugins)
      #expect(changed.end == .exited(1))
      #expect(changed.error.contains("the plugin sign 1.0.0 has other files than when recorded"))
      let number = try lines().lastIndex { $0["frame"] != nil } ?? 0
      #expect(
        changed.output.contains(
          "\(file):\(number + 1): button 'door.2' looks different from the recording"),
        "\(changed.output)")
      #expect(changed.output.contains(#""Out""#) && changed.output.contains(#""Closed""#))
      #expect(changed.output.contains(#"state.set {"values":{"shop.name":"Out"}"#))
      // After a difference the replay goes on if it is told to.
      let all = try replay(["--json", "--all"] + plugins)
      let document = try JSONTree(parsing: all.output)
      #expect(all.end == .exited(1) && document["same"] == .bool(false))
      #expect(document["difference"]?["id"]?.string == "door.2")
      #expect(document["further"]?.elements.first?["difference"]?["id"]?.string == "door.10")
      let told = try replay(["--all"] + plugins).output
      #expect(told.contains("2 input(s) played, ") && told.contains(" differences\n"), "\(told)")
      let gone = try replay(daemon.pluginArguments)
      #expect(gone.end != .exited(0))
      #expect(
        gone.error.contains(
          "sign 1.0.0 is not there; name the folder that its folder is in with --plugins")
          && gone.error.contains("pluginUnavailable"))
    }

    @Test func aDaemonThatIsNotFreshIsLeftAlone() throws {
      let daemon = try DemoButtons.shared()
      _ = try record(daemon) {}
      #expect(try Folder.mode(file) == 0o600, "it is its owner's alone")
      let used = try replay(["--socket", daemon.socketPath])
      #expect(used.end == .exited(64))
      #expect(used.error.contains("has 3 button(s)") && used.error.contains("fresh"))
      let recording = try ProcessFile.text(file)
      let again = try Program.run(
        InstalledPrefix().client, ["--socket", daemon.socketPath, "record", file])
      #expect(again.end == .exited(64) && again.error.contains("--force"))
      #expect(try ProcessFile.text(file) == recording, "it is kept")
    }

    @Test func aRecordingStaysWhereNoDaemonIsToBeRecorded() throws {
      let daemon = try DaemonProcess()
      _ = try record(daemon) {}
      let recording = try ProcessFile.text(file)
      daemon.program.kill(SIGKILL)
      _ = try daemon.program.waitForEnd()
      let again = try Program.run(
        InstalledPrefix().client, ["--socket", daemon.socketPath, "record", file, "--force"])
      #expect(again.end == .exited(69))
      #expect(try ProcessFile.text(file) == recording)
    }

    @Test func aRecordingWithoutFramesIsPlayedAndSaysSo() throws {
      let daemon = try Shared.bareDaemon()
      let client = try daemon.connect()
      _ = try record(daemon, []) { try client.call("state.set", #"{"values":{"a":1}}"#) }
      #expect(try !lines().contains { $0["frame"] != nil })
      let done = try replay(daemon.pluginArguments)
      #expect(done.end == .exited(0) && done.output == "1 input(s) played\n")
      #expect(done.error.contains("no frames to compare"))
    }

    /// And it may be shown on a terminal.
    @Test func aDaemonThatDiesLeavesARecordingThatCanBePlayed() throws {
      let daemon = try DaemonProcess()
      let client = try daemon.connect()
      let title = #"\u009b2J\u202eevil\u00ad"#
      let end = try record(daemon) {
        try client.call(
          "buttons.define",
          #"{"buttons":[{"id":"b","style":"gray","configuration":{"title":"\#(title)"}}]}"#)
        try client.call("state.set", #"{"values":{"k":"\#(title)"},"wait":"published"}"#)
        daemon.program.kill(SIGKILL)
        try daemon.program.waitForEnd()
      }
      #expect(end == .exited(69) || end == .exited(0))
      let text = try ProcessFile.text(file)
      #expect(!text.unicodeScalars.contains { [0x9B, 0x202E, 0xAD].contains($0.value) })
      #expect(text.contains(title))
      let done = try replay(daemon.pluginArguments)
      #expect(done.end == .exited(0), "\(done.error)")
    }

    private static let golden = InstalledPrefix.tests + "/Fixtures/recordings/demo.jsonl"

    @Test func theRecordingOfTheDemoLooksTheSameInEveryVersion() throws {
      let done = try replay([], Self.golden)
      #expect(done.end == .exited(0), "\(done.output)\(done.error)")
    }

    /// What may be wrong with a file: how it is made of a good one, and what is said.
    static let damages: [(name: String, damage: @Sendable ([String]) -> [String], said: String)] = [
      ("empty", { _ in [] }, ":1: the recording is empty"),
      ("no recording", { _ in [#"{"a":1}"#] }, ":1: this is not a recording"),
      ("garbage", { $0.prefix(3) + ["\u{1}nonsense"] + $0.dropFirst(3) }, ":4: this is not JSON"),
      ("half a line", { $0.prefix(4) + [String($0[4].prefix(40))] }, ":5: this is not JSON"),
      ("cut off", { $0.dropLast() }, "the recording ends here without its last line"),
      ("a line is gone", { Array($0[..<4] + $0[5...]) }, "expected "),
      ("more behind the end", { $0 + [#"{"settled":{}}"#] }, "ended on the line before"),
      ("a strange line", { $0.prefix(1) + [#"{"x":1}"#] }, ":2: this is not a line of a recording"),
      (
        "missing inputs",
        { lines in
          lines.map { line in
            line.contains(#""method":"state.set""#)
              ? line.replacing(#""params":"#, with: #""missed":3,"params":"#) : line
          }
        }, "3 input(s) before this one are missing"
      ),
      (
        "a later format",
        { [$0[0].replacing(#""buttondRecording":1"#, with: #""buttondRecording":2"#)] },
        ":1: this recording has format 2"
      ),
      (
        "a wrong member", { $0.prefix(1) + [#"{"input":{"at":-1}}"#] },
        ":2: "
      ),
    ]

    @Test(arguments: damages.indices)
    func aDamagedFileIsRefusedWithTheLine(index: Int) throws {
      let (name, damage, said) = Self.damages[index]
      let lines = try ProcessFile.text(Self.golden).split(separator: "\n").map(String.init)
      files.write(damage(lines).map { $0 + "\n" }.joined())
      let done = try replay()
      #expect(done.end == .exited(64), "\(name): \(done.output)")
      #expect(done.error.contains(file) && done.error.contains(said), "\(name): \(done.error)")
    }
  }
}
