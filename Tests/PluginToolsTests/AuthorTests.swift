import Glibc
import TestSupport
import Testing

@testable import PluginTools

/// What authors do, with the installed programs and by nothing but what these print.
@Suite(.serialized, .blocking) struct AuthorTests {
  let folder = TemporaryFolder()

  /// A shell in the test's folder, which finds the programs of a prefix and the daemon of a socket.
  func shell(
    _ script: String, _ prefix: InstalledPrefix, socket: String
  ) throws -> (end: ProcessEnd, output: String, error: String) {
    try Program.run(
      "/bin/sh", ["-e", "-c", "PATH=\(prefix.path)/bin:$PATH\ncd \(folder.path)\n\(script)"],
      environment: Compilation.packages().merging(["BUTTOND_SOCKET": socket, "NO_COLOR": "1"]) {
        $1
      },
      by: Deadline(seconds: 400))
  }

  /// A minute in Swift: SwiftPM builds the package from nothing, for a release, and its
  /// manifest is a part of what is claimed.
  @Test(arguments: ["c", "swift"])
  func theCommandsThatNewPrintsLeadToAStyleInUse(_ language: String) throws {
    try walk(language)
  }

  @Test func aNewPluginInSwiftHasATestThatPasses() throws {
    let output = try test("swift")
    #expect(output.contains("Test whatIsUrgentIsRed() passed"), "\(output)")
  }

  @Test func aNewPluginInCHasATestThatFindsAMistake() throws {
    try test("c")
    try expectFailure(
      after: "s/0xB3261EFF/0xB3261FFF/", of: "loaf.c", saying: "what_is_urgent_is_red")
    try expectFailure(
      after: #"s/bts_named("white")/bts_darker(button, bts_named("tint"), 0.5)/"#, of: "loaf.c",
      saying: "the style gave the button up: 'tint' is not a colour")
  }

  @Test(.enabled(if: isInstalled("rustc"), "there is no rustc"))
  func aNewPluginInRustHasATestThatFindsAMistake() throws {
    let output = try test("rust")
    #expect(output.contains("test tests::what_is_urgent_is_red ... ok"), "\(output)")
    try expectFailure(
      after: "s/=> 0xB326_1EFF/=> 0xB326_1FFF/", of: "plugin.rs", saying: "what_is_urgent_is_red")
  }

  /// Six seconds: longer than the tools wait for what the daemon does not bound itself.
  @Test func aPluginThatTakesItsTimeToStartIsWaitedFor() throws {
    let done = try shell(
      """
      buttonctl plugin new loaf --language c
      printf '#include <unistd.h>\n__attribute__((constructor)) static void late(void) { sleep(6); }\n' \
        >>loaf/loaf.c
      buttonctl plugin dev loaf --once
      """, InstalledPrefix().copyForAuthors(in: folder), socket: "/nowhere")
    #expect(done.end == .exited(0), "\(done.output)\(done.error)")
  }

  /// Makes a new plugin and runs its unit tests, which pass; what that prints.
  @discardableResult
  private func test(_ language: String) throws -> String {
    let tested = try shell(
      "buttonctl plugin new loaf --language \(language)\ncd loaf\nmake test",
      InstalledPrefix().copyForAuthors(in: folder), socket: "/nowhere")
    #expect(tested.end == .exited(0), "\(tested.error)")
    return tested.output
  }

  /// The unit tests of that plugin fail once an edit has broken its style.
  private func expectFailure(
    after edit: String, of file: String, saying text: String
  ) throws {
    let tested = try shell(
      "cd loaf\nsed -i '\(edit)' \(file)\nmake test", InstalledPrefix(), socket: "/nowhere")
    #expect(tested.end != .exited(0))
    #expect((tested.output + tested.error).contains(text), "\(tested.output)\(tested.error)")
  }

  @Test(.enabled(if: isInstalled("rustc"), "there is no rustc"))
  func theyDoInRustToo() throws { try walk("rust") }

  /// Whether a program is there and works: a proxy may have nothing to start.
  private static func isInstalled(_ program: String) -> Bool {
    (try? Program.run("/bin/sh", ["-c", "\(program) --version"]))?.end == .exited(0)
  }

  private func walk(_ language: String) throws {
    let prefix = try InstalledPrefix().copyForAuthors(in: folder)
    let daemon = try DaemonProcess(in: folder, from: prefix, plugins: .all)
    let new = try shell(
      "buttonctl plugin new my-\(language) --language \(language)", prefix,
      socket: daemon.socketPath)
    try #require(new.end == .exited(0), "\(new.error)")
    if language == "swift" { try addFoundation() }
    let lines = new.output.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasPrefix("From here") })
    let items = PluginCheck.itemNames.filter { CheckedFolder.few?.contains($0) ?? true }
    let check = "plugin check " + items.map { "--only \($0)" }.joined(separator: " ")
    let commands = lines[(start + 1)...].prefix { $0.hasPrefix("  ") }.map {
      $0.dropFirst(2).replacing("plugin check", with: check)
    }
    #expect(commands.count == 6)
    let done = try shell(
      commands.joined(separator: "\n"), prefix, socket: daemon.socketPath)
    #expect(done.end == .exited(0), "\(done.output)\n\(done.error)")
    let name = "my-\(language)"
    expectNoWarning(in: done.output, items)
    #expect(done.output.contains("the daemon that runs has taken it up"))
    #expect(done.output.contains("style    \(name)/\(name)"), "\(done.output)")

    let client = try daemon.connect()
    try client.call("state.set", #"{"values":{"\#(name).count":3,"\#(name).isUrgent":true}}"#)
    try client.call(
      "buttons.define",
      #"""
      {"buttons":[{"id":"b","style":"\#(name)/\#(name)","handler":"\#(name)/count",
        "parameters":{"radius":4},"configuration":{"title":"News"}}],"wait":"published"}
      """#.split(separator: "\n").joined())
    let look = try #require(
      try client.call("buttons.get", #"{"match":"b"}"#)["buttons"]?.elements.first)
    #expect(look["status"] == nil)
    #expect(look["appearance"]?["title"]?.string == "News (3)")
    #expect(look["appearance"]?["backgroundColor"]?.string == "#B3261EFF")
    #expect(look["appearance"]?["cornerRadius"]?.text == "4")
    let subtitle = language == "swift" ? "12.50 for 1250" : nil
    #expect(look["appearance"]?["subtitle"]?.string == subtitle)

    let looks = try shell(
      "cd \(name)\nbuttonctl --json plugin dev --once --picture looks.svg", prefix,
      socket: "/nowhere")
    #expect(looks.end == .exited(0), "\(looks.error)")
    let picture = String(decoding: try bytes(folder.file("\(name)/looks.svg")), as: UTF8.self)
    #expect(picture.hasPrefix("<svg") && picture.contains("\(name)/\(name)"))
    let shown = try looks.output.split(separator: "\n").map { try JSONTree(parsing: String($0)) }
      .filter { $0["event"]?.string == "look" }
    #expect(shown.count == 2 * 8 * 2)
    #expect(shown.allSatisfy { $0["trouble"] == nil })
    let hard = shown.filter { look in
      let contrast = look["contrast"].flatMap { Double($0.text) } ?? 0
      return look["kind"]?.string == "style" && contrast < 4.5
    }
    #expect(hard == [])
    #expect(daemon.program.isRunning)
    if language == "swift" { try expectNarrowListing(name, prefix) }
  }

  /// Has the style use Foundation, which is loaded in the sandbox as well, and finds no file there.
  private func addFoundation() throws {
    let path = "my-swift/Sources/MySwift/MySwiftStyle.swift"
    let source = String(decoding: try bytes(folder.file(path)), as: UTF8.self)
    let place = "look.foregroundColor = .white"
    try #require(source.contains(place))
    folder.write(
      source.replacing(place, with: "\(place); look.subtitle = price(1250)") + """
        import Foundation
        func price(_ cents: Int) -> String {
          let formatter = NumberFormatter()
          formatter.minimumFractionDigits = 2
          let number = formatter.string(from: NSNumber(value: Double(cents) / 100)) ?? "none"
          let file = FileManager.default.fileExists(atPath: "/etc/passwd") ? " and a file" : ""
          return String(format: "%@ for %d%@", number, cents, file)
        }
        """, to: path)
  }

  /// The check among the commands has nothing to say; that a button is slow is no wonder where tests run
  /// beside it.
  private func expectNoWarning(in output: String, _ names: [String]) {
    let items = output.matches(of: #/(?m)^(success|warning|failed|crashed|skipped) +([a-z-]+)/#)
    #expect(items.map { String($0.output.2) } == names, "\(output)")
    for item in items {
      #expect(item.output.1 == "success" || item.output.2 == "time", "\(output)")
    }
  }

  /// The looks fit a terminal of 80 columns.
  private func expectNarrowListing(_ name: String, _ prefix: InstalledPrefix) throws {
    let shown = try shell("buttonctl plugin dev --once \(name)", prefix, socket: "/nowhere")
    #expect(shown.end == .exited(0), "\(shown.error)")
    let lines = shown.output.split(separator: "\n").map(String.init)
    let start = try #require(lines.firstIndex { $0.hasPrefix("  STATE") }, "\(shown.output)")
    #expect(lines[start...].allSatisfy { $0.count <= 80 }, "\(shown.output)")
    #expect(lines.contains { $0.hasPrefix("  selected+highlighted both") }, "\(shown.output)")
  }

  @Test func aNewVersionReplacesTheOneInUseUnlessItDoesNotStart() throws {
    let prefix = try InstalledPrefix().copyForAuthors(in: folder)
    let daemon = try DaemonProcess(in: folder, from: prefix, plugins: .all)
    func run(_ script: String) throws -> (end: ProcessEnd, output: String, error: String) {
      try shell(script, prefix, socket: daemon.socketPath)
    }
    func expectInUse(_ version: String) throws {
      let list = try daemon.connect().call("plugins.list")["plugins"]?.elements ?? []
      let plugin = list.first { $0["name"]?.string == "warm" }
      #expect(plugin?["version"]?.string == version)
      #expect(plugin?["state"]?.string == "running")
    }
    let made = try run(
      """
      buttonctl plugin new warm --language c >/dev/null
      cd warm
      make >/dev/null
      buttonctl plugin install .
      sed -i 's/1\\.0\\.0/1.1.0/' plugin.json
      """)
    try #require(made.end == .exited(0), "\(made.output)\n\(made.error)")

    // The library is still of the version before.
    let shelf = "\(prefix.path)/lib/buttond/plugins"
    let installed = "\(shelf)/com.example.warm/plugin.json"
    let before = try bytes(installed)
    try PluginArchive.write(
      try PluginSource(folder.file("warm")), to: folder.file("byhand.buttond-plugin"))
    for command in ["pack warm", "install warm", "install byhand.buttond-plugin"] {
      let done = try run("buttonctl plugin \(command)")
      #expect(done.end == .exited(1), "\(command): \(done.output)")
      #expect(done.error.contains("does not start"), "\(command): \(done.error)")
      #expect(done.error.contains("1.1.0") && done.error.contains("1.0.0"), "\(done.error)")
      #expect(try bytes(installed) == before)
    }
    #expect(access(folder.file("warm-1.1.0.buttond-plugin"), F_OK) != 0)
    try expectInUse("1.0.0")

    let done = try run(
      """
      cd warm
      make >/dev/null
      buttonctl plugin pack
      buttonctl plugin install warm-1.1.0.buttond-plugin
      """)
    #expect(done.end == .exited(0), "\(done.output)\n\(done.error)")
    #expect(done.output.contains("installed com.example.warm 1.1.0 in place of 1.0.0"))
    try expectInUse("1.1.0")
    #expect(try Folder.names(in: shelf) == ["com.example.warm"])
  }

  @Test func devShowsWhatASaveChangesAndLeavesNothing() throws {
    let prefix = try InstalledPrefix().copyForAuthors(in: folder)
    let made = try shell(
      "buttonctl plugin new warm --language c", prefix, socket: "/nowhere")
    try #require(made.end == .exited(0), "\(made.error)")
    let source = String(
      decoding: try bytes(folder.file("warm/warm.c")), as: UTF8.self)
    let temporary = folder.file("tmp")
    try Folder.make(temporary)
    let dev = try Program(
      prefix.client, ["--json", "plugin", "dev", folder.file("warm")],
      environment: ["TMPDIR": temporary])
    func next(_ event: String) throws -> JSONTree {
      while let line = try dev.nextLine(by: Deadline(seconds: 200)) {
        let news = try JSONTree(parsing: line)
        if news["event"]?.string == event { return news }
      }
      throw TestFailure("dev ended before \(event): \(dev.log)")
    }
    let loaded = try next("loaded")
    let page = try #require(loaded["picture"]?.string)
    #expect(try bytes(page).count > 0)
    let picture = page.replacing(".html", with: ".svg")
    for _ in 0..<32 { _ = try next("look") }

    folder.write(source.replacing("0x0B63BAFFu", with: "0x0B63BBFFu"), to: "warm/warm.c")
    let change = try next("changed")
    #expect(change["state"]?.string == "normal")
    #expect(change["appearance"]?["backgroundColor"]?.string == "#0B63BBFF")
    #expect(String(decoding: try bytes(picture), as: UTF8.self).contains("#0B63BB"))

    folder.write("not C", to: "warm/warm.c")
    #expect(try next("buildFailed")["output"]?.string?.contains("warm.c:1") == true)

    folder.write(source, to: "warm/warm.c")
    #expect(try next("changed")["appearance"]?["backgroundColor"]?.string == "#0B63BAFF")

    for _ in 0..<5 { _ = try next("changed") }

    let resolve = "static btn_status resolve(void *self, btn_key entry, btn_request *request) {"
    folder.write(
      source.replacing(resolve, with: "\(resolve)\n   printf(\"seen\\n\");"), to: "warm/warm.c")
    while try next("log")["line"]?.string?.contains("seen") != true {}
    folder.write(source, to: "warm/warm.c")
    _ = try next("unchanged")

    let manifest = String(decoding: try bytes(folder.file("warm/plugin.json")), as: UTF8.self)
    let other = "org.example.warm"
    folder.write(manifest.replacing("com.example.warm", with: other), to: "warm/plugin.json")
    var again = try next("loaded")
    while again["id"]?.string != other { again = try next("loaded") }
    let socket = try #require(again["socket"]?.string)
    for _ in 0..<32 { _ = try next("look") }

    let set = try shell(
      "buttonctl state set warm.isUrgent=true", prefix, socket: socket)
    #expect(set.end == .exited(0), "\(set.error)")
    while try next("changed")["appearance"]?["backgroundColor"]?.string != "#B3261EFF" {}

    let children = try ProcessFile.children(of: dev.processID)
    #expect(children.count == 1)
    dev.kill(SIGINT)
    #expect(try dev.waitForEnd() == .exited(0))
    #expect(children.allSatisfy { ProcessEnd.waitFor($0, by: Deadline()) })
    #expect(try Folder.names(in: temporary) == [])
  }

  @Test func devOnceSaysWhatIsWrongAndEndsWithIt() throws {
    let prefix = try InstalledPrefix().copyForAuthors(in: folder)
    let made = try shell("buttonctl plugin new warm --language c", prefix, socket: "/nowhere")
    try #require(made.end == .exited(0), "\(made.error)")
    let source = String(decoding: try bytes(folder.file("warm/warm.c")), as: UTF8.self)
    func dev(_ text: String) throws -> (end: ProcessEnd, output: String, error: String) {
      folder.write(text, to: "warm/warm.c")
      return try shell("buttonctl plugin dev --once warm", prefix, socket: "/nowhere")
    }
    let warned = try dev(source + "\nstatic int idle(void) { return 1; }\n")
    #expect(warned.end == .exited(0), "\(warned.error)")
    #expect(warned.output.contains("idle"), "\(warned.output)")

    let start = "static btn_status resolve(void *self, btn_key entry, btn_request *request) {"
    try #require(source.contains(start))
    let crashed = try dev(source.replacing(start, with: start + "\n   *(volatile int *)8 = 1;"))
    #expect(crashed.end == .exited(1))
    #expect(crashed.error.contains("did not make all of its looks: warm/warm"), "\(crashed.error)")

    let other = try dev(source.replacing("PLUGIN_VERSION", with: "\"2.0.0\""))
    #expect(other.end == .exited(1))
    #expect(other.error.contains("cannot be used: "), "\(other.error)")
    #expect(!other.error.contains("last version") && !other.error.contains("in force"))
  }

  @Test func devShowsEveryExampleOfTheParameters() throws {
    let prefix = try InstalledPrefix().copyForAuthors(in: folder)
    let made = try shell(
      """
      buttonctl plugin new warm --language c
      cd warm
      sed -i 's/"default": 10,/"default": 10, "examples": [4, 20],/' plugin.json
      buttonctl --json plugin dev --once --picture looks.svg >looks.jsonl
      buttonctl plugin dev --once >looks.txt
      """, prefix, socket: "/nowhere")
    try #require(made.end == .exited(0), "\(made.error)")
    func text(_ name: String) throws -> String {
      String(decoding: try bytes(folder.file("warm/\(name)")), as: UTF8.self)
    }
    let looks = try text("looks.jsonl").split(separator: "\n").map {
      try JSONTree(parsing: String($0))
    }.filter { $0["event"]?.string == "look" }
    // The style without arguments and with two, and the handler, in 8 states on 2 displays.
    #expect(looks.count == 4 * 8 * 2)
    #expect(looks.allSatisfy { $0["trouble"] == nil })
    for radius in ["4", "20"] {
      let shown = looks.filter { $0["parameters"]?["radius"]?.text == radius }
      #expect(shown.count == 8 * 2)
      #expect(shown.allSatisfy { $0["appearance"]?["cornerRadius"]?.text == radius })
      #expect(try text("looks.svg").contains("warm/warm · radius \(radius)"))
      #expect(try text("looks.txt").contains("\nwarm/warm · radius \(radius)\n"))
    }
    // What an argument changes is said of each state, and nothing else is.
    let rest = try #require(try text("looks.txt").split(separator: "radius 20\n").dropFirst().first)
    let row = rest.prefix { $0 != "/" }
    #expect(row.contains("selected+highlighted both") && row.contains("      cornerRadius 20\n"))
    #expect(!row.contains("insetTop"), "\(row)")
  }

  @Test func theDaemonOfADevThatIsKilledEndsToo() throws {
    let prefix = try InstalledPrefix().copyForAuthors(in: folder)
    let made = try shell(
      "buttonctl plugin new warm --language c", prefix, socket: "/nowhere")
    try #require(made.end == .exited(0), "\(made.error)")
    let dev = try Program(prefix.client, ["--json", "plugin", "dev", folder.file("warm")])
    while let line = try dev.nextLine(by: Deadline(seconds: 200)) {
      if line.contains(#""event":"loaded""#) { break }
    }
    let children = try ProcessFile.children(of: dev.processID)
    #expect(children.count == 1)
    dev.kill(SIGKILL)
    _ = try dev.waitForEnd()
    #expect(children.allSatisfy { ProcessEnd.waitFor($0, by: Deadline()) })
  }
}
