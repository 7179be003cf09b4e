import Glibc
import TestSupport
import Testing

/// What `buttonctl buttons watch --format` prints for bars.
@Suite(.serialized, .blocking, .sharing) struct BarTests {
  private let daemon: DaemonProcess
  private let client: TestClient
  private static let pairKind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)

  init() throws {
    daemon = try Shared.one("daemon") { try DaemonProcess() }
    client = try daemon.connect()
    try client.removeEverything()
    try client.call(
      "buttons.define",
      #"{"buttons":[{"id":"door","style":"filled","configuration":{"title":{"template":"#
        + #""Tom & <Jerry> {n}"},"subtitle":"It's \"on\""},"isSelected":{"state":"on"},"#
        + #""action":{"operations":[{"op":"increment","key":"n"}]}},"#
        + #"{"id":"b10","style":"plain","configuration":{"title":"Ten"}},"#
        + #"{"id":"b9","style":"plain","isEnabled":false,"configuration":{"title":"Nine"}}]}"#)
    try client.call("state.set", #"{"values":{"n":1},"wait":"published"}"#)
  }

  private func watch(
    _ arguments: String..., input: [Int32] = [], of daemon: DaemonProcess? = nil
  ) throws -> Program {
    let daemon = daemon ?? self.daemon
    let words = ["--socket", daemon.socketPath, "buttons", "watch"] + arguments
    guard !input.isEmpty else { return try Program(try InstalledPrefix().client, words) }
    return try Program(
      "/bin/sh", ["-c", #"exec "$0" "$@" <&3"#, try InstalledPrefix().client] + words,
      descriptors: input)
  }

  private func next(_ program: Program) throws -> JSONTree {
    try JSONTree(parsing: try #require(try program.nextLine()))
  }

  @Test func waybarGetsALineForEachChangeWithMarkupEscaped() throws {
    let bar = try watch("door", "--format", "waybar", "--count", "4")
    let first = try next(bar)
    let text = try #require(first["text"]?.string)
    #expect(
      text == "<span foreground='#FFFFFF' background='#007AFF'>Tom &amp; &lt;Jerry&gt; 1</span>")
    #expect(first["class"] == .array([]) && first["alt"] == .string("normal"))
    #expect(first["tooltip"] == .string("It&apos;s &quot;on&quot;"))
    try client.call("state.set", #"{"values":{"unrelated":1},"wait":"published"}"#)
    try client.call("state.set", #"{"values":{"n":2},"wait":"published"}"#)
    #expect(try next(bar)["text"]?.string?.contains("&gt; 2<") == true)
    try client.call("state.set", #"{"values":{"on":true},"wait":"published"}"#)
    let selected = try next(bar)
    #expect(selected["class"] == .array([.string("selected")]))
    #expect(selected["alt"] == .string("selected"))
    try client.call("buttons.remove", #"{"ids":["door"]}"#)
    #expect(try next(bar)["text"] == .string(""))
    #expect(try bar.waitForEnd() == .exited(0))
  }

  @Test func colorNeverLeavesColoursToTheBar() throws {
    let bar = try Program(
      try InstalledPrefix().client,
      [
        "--socket", daemon.socketPath, "--color", "never", "buttons", "watch", "door", "--format",
        "waybar", "--count", "1",
      ])
    #expect(try next(bar)["text"] == .string("Tom &amp; &lt;Jerry&gt; 1"))
  }

  @Test(arguments: [("dark", "#0A84FF"), ("dark+high", "#409CFF"), ("light+high", "#0040DD")])
  func colorsAreThoseOfTheDisplayThatIsNamed(traits: String, background: String) throws {
    let bar = try watch("door", "--format", "waybar", "--count", "1", "--traits", traits)
    let text = try #require(try next(bar)["text"]?.string)
    #expect(text.contains("background='\(background)'"), "\(text)")
  }

  @Test func plainIsTheTitle() throws {
    let bar = try watch("door", "--format", "plain", "--count", "2")
    #expect(try bar.nextLine() == "Tom & <Jerry> 1")
    try client.call("state.set", #"{"values":{"n":"a\nb\u001b"},"wait":"published"}"#)
    #expect(try bar.nextLine() == #"Tom & <Jerry> a b\u{1b}"#)
    let marks = "\u{200F}שלום Zahlungs\u{AD}art a\u{2060}b"
    let right = try watch("door", "--format", "plain", "--count", "2")
    _ = try right.nextLine()
    try client.call("state.set", #"{"values":{"n":"\#(marks)"},"wait":"published"}"#)
    #expect(try right.nextLine() == "Tom & <Jerry> \(marks)")
  }

  @Test func aTitleReversesAndCommandsNothingBesideIt() throws {
    let bar = try watch("door", "--format", "tmux")
    _ = try bar.nextLine()
    try client.call("state.set", ##"{"values":{"n":"#[bg=red]\u202ea\tb"},"wait":"published"}"##)
    #expect(try bar.nextLine() == ##"Tom & <Jerry> ##[bg=red]\u{202e}a b"##)
  }

  @Test func aBarSaysThatTheDaemonHangs() throws {
    let own = try DaemonProcess()
    let bar = try Program(
      try InstalledPrefix().client,
      [
        "--socket", own.socketPath, "--timeout", "1", "buttons", "watch", "door", "--format",
        "waybar",
      ])
    #expect(try next(bar)["class"] == .array([.string("absent")]))
    try own.program.pause()
    let hangs = try next(bar)
    #expect(hangs["class"] == .array([.string("disconnected")]))
    #expect(hangs["tooltip"] == .string("buttond does not answer"))
    #expect(hangs["text"]?.string?.contains("door") == true, "no empty text, which Waybar hides")
    own.program.kill(SIGCONT)
    #expect(try next(bar)["class"] == .array([.string("absent")]))
  }

  @Test func i3barGetsAHeaderAndAnEndlessArrayAndItsClicksTrigger() throws {
    var ends: [Int32] = [-1, -1]
    #expect(socketpair(AF_UNIX, Self.pairKind, 0, &ends) == 0)
    defer { close(ends[1]) }
    let bar = try watch("--format", "i3bar", "--clicks", "--count", "2", input: [ends[0]])
    close(ends[0])
    let header = try next(bar)
    #expect(header["version"] == .int(1) && header["click_events"] == .bool(true))
    // The bar stops nobody: the daemon would take leave of who does not read.
    #expect(header["stop_signal"] == .int(Int64(SIGCONT)))
    var array = try #require(try bar.nextLine())
    #expect(array == "[")
    let first = try #require(try bar.nextLine())
    array += first
    let blocks = try JSONTree(parsing: String(first.dropLast())).elements
    #expect(blocks.map { $0["full_text"]?.string } == ["Nine", "Ten", "Tom & <Jerry> 1"])
    #expect(blocks.map { $0["instance"]?.string } == ["b9", "b10", "door"])
    #expect(blocks[2]["color"] == .string("#FFFFFF"))
    #expect(blocks[2]["background"] == .string("#007AFF"))
    #expect(first.hasSuffix("],"))
    // Other buttons of the mouse, and blocks of others, are none of ours.
    let clicks = """
      [
      {"name":"buttond","instance":"door","button":3,"modifiers":[]}
      ,{"name":"other","instance":"door","button":1}
      ,{"name":"buttond","instance":"door","button":1,"x":1320,"y":1400}

      """
    let sent = clicks.utf8.withContiguousStorageIfAvailable {
      write(ends[1], $0.baseAddress, $0.count)
    }
    #expect(sent == clicks.utf8.count)
    array += try #require(try bar.nextLine())
    #expect(array.hasSuffix(",") && array.contains("<Jerry> 2"))
    // With its end the array would be JSON.
    #expect(try JSONTree(parsing: array.dropLast() + "]").elements.count == 2)
    #expect(try bar.waitForEnd() == .exited(0))
  }

  @Test func aBarSaysThatTheDaemonIsAwayAndGoesOnWithTheNext() throws {
    let bar = try watch("door", "--format", "waybar")
    _ = try next(bar)
    daemon.program.kill(SIGKILL)
    Shared.drop("daemon")
    let away = try next(bar)
    #expect(away["class"] == .array([.string("disconnected")]))
    #expect(away["text"]?.string?.contains("Jerry") == true, "the last look stays")
    try daemon.program.waitForEnd()
    let following = try DaemonProcess(in: daemon.folder)
    #expect(try next(bar)["class"] == .array([.string("absent")]))
    try following.connect().call(
      "buttons.define",
      #"{"buttons":[{"id":"door","style":"plain","configuration":{"title":"New"}}]}"#)
    #expect(try next(bar)["text"]?.string?.contains("New") == true)
  }

  @Test func aClickWhileTheDaemonIsAwayDoesNothingLater() throws {
    let folder = TemporaryFolder()
    let state = ["--state", folder.file("state")]
    let first = try DaemonProcess(in: folder, state)
    try first.connect().call(
      "buttons.define",
      #"{"buttons":[{"id":"b","style":"plain","configuration":{"title":{"template":"#
        + #""{n.orValue(0)}"}},"action":{"operations":[{"op":"increment","key":"n"}]}}]}"#)
    var ends: [Int32] = [-1, -1]
    #expect(socketpair(AF_UNIX, Self.pairKind, 0, &ends) == 0)
    defer { close(ends[1]) }
    let bar = try watch("--format", "i3bar", "--clicks", "b", input: [ends[0]], of: first)
    close(ends[0])
    func click() {
      let text = #",{"name":"buttond","instance":"b","button":1}"# + "\n"
      #expect(text.withCString { write(ends[1], $0, strlen($0)) } == text.utf8.count)
    }
    for _ in 0..<2 { _ = try bar.nextLine() }
    #expect(try bar.nextLine()?.contains(#""full_text":"0""#) == true)
    _ = try first.stop()
    #expect(try bar.nextLine()?.contains(#""urgent":true"#) == true)
    click()
    let second = try DaemonProcess(in: folder, state)
    #expect(try bar.nextLine()?.contains(#""full_text":"0""#) == true)
    click()
    #expect(try bar.nextLine()?.contains(#""full_text":"1""#) == true)
    #expect(second.program.isRunning)
  }

  @Test func aBarMayStartBeforeTheDaemon() throws {
    let folder = TemporaryFolder()
    let bar = try Program(
      try InstalledPrefix().client,
      [
        "--socket", folder.file("buttond.sock"), "buttons", "watch", "x", "--format", "waybar",
      ])
    #expect(try next(bar)["class"] == .array([.string("disconnected")]))
    let late = try DaemonProcess(in: folder)
    #expect(try next(bar)["class"] == .array([.string("absent")]))
    #expect(late.program.isRunning)
  }

  @Test func aBarWithoutItsButtonSaysSoBesideTheLine() throws {
    let outcome = try Program.run(
      InstalledPrefix().client,
      [
        "--socket", daemon.socketPath, "buttons", "watch", "nowhere", "--format", "waybar",
        "--count", "1",
      ])
    #expect(outcome.end == .exited(0))
    #expect(try JSONTree(parsing: outcome.output)["class"] == .array([.string("absent")]))
    #expect(outcome.error.contains("there is no button 'nowhere'"), "\(outcome.error)")
  }
}

/// What is asked for wrongly is told without a daemon.
@Suite(.blocking) struct BarUsageTests {
  @Test(arguments: [
    ["--format", "waybar"], ["--format", "plain", "a", "b"], ["--format", "waybar", "a*"],
    ["--format", "waybar", "--group", "g"], ["--clicks", "a"], ["--format", "polybar", "a"],
    ["--format", "plain", "a", "--lines"],
  ])
  func whatNoBarCanShowIsWrongUsage(_ arguments: [String]) throws {
    let outcome = try Program.run(
      InstalledPrefix().client,
      ["--socket", "/nowhere", "buttons", "watch"] + arguments)
    #expect(outcome.end == .exited(64), "\(outcome.error)")
  }
}
