import TestSupport
import Testing

extension SurfaceTests {
  /// The command line and the file.
  @Suite struct FileTests {
    private let folder = TemporaryFolder()

    private func check(
      _ text: String
    ) throws -> (end: ProcessEnd, output: String, error: String) {
      let path = folder.write(text, to: "surface.yaml")
      return try Program.run(try Surface.path, ["--config", path, "--check"])
    }

    @Test func aGoodFileIsSummedUp() throws {
      let text = """
        listen: ["127.0.0.1", "::1"]
        port: 17622
        devices:
          - {id: "deck-*", layout: desk, page: desk.page, brightness: 80, rotation: 90}
          - id: "streamdeck:*"
            layout: lights
            brightness: desk.light
            traits: {userInterfaceStyle: light}
        layouts:
          desk:
            home:
              - [pay, mute, ~]
              - []
            lights: "lamp.*"
          lights: {all: "lamp.*"}

        """
      let done = try check(text)
      #expect(done.end == .exited(0))
      #expect(done.error == "")
      #expect(done.output.contains("17622"))
      #expect(done.output.contains("2 layouts"))
      #expect(done.output.split(separator: "\n").count == 1)
    }

    @Test(arguments: [
      ("port: 0", 1, "port"), ("port: 65536", 1, "port"), ("port: x", 1, "integer"),
      ("prot: 1", 1, "did you mean 'port'?"), ("listen: [localhost]", 1, "listen[0]"),
      ("listen: 127.0.0.1", 1, "listen"), ("layouts: 3", 1, "layouts"),
      ("layouts:\n  a: {home: [[pay]]\n", 3, "line 2"),
      ("layouts:\n  a:\n    home:\n      - [\"a b\"]\n", 4, "'a b'"),
      ("layouts:\n  a:\n    home:\n      - [pay]\n      - [3]\n", 5, "string"),
      ("layouts:\n  a:\n    home: [[pay]]\n    home: [[pay]]\n", 4, "home"),
      ("layouts:\n  a: {home: [[pay]]}\n  b: {home: [[pay]]}\n", 1, "devices"),
      ("layouts: &a\n  a: {home: [[pay]]}\n  b: nothing\n", 3, "layouts.b"),
      ("layouts:\n  a: {home: \"lamp.[12]\"}\n", 2, "'lamp.[12]' is neither"),
      ("layouts:\n  a: {home: \"\"}\n", 2, "'' is neither"),
      ("layouts:\n  a: {home: []}\n", 2, "has no rows"),
      ("devices:\n  - {id: '*'}\n  - {id: x}\nlayouts: {a: {h: [[p]]}}", 3, "never counts"),
      ("devices:\n  - {id: x, layout: nowhere}\nlayouts: {a: {home: [[pay]]}}", 2, "'nowhere'"),
      ("devices:\n  - {layout: a}\nlayouts: {a: {home: [[pay]]}}", 2, "id is missing"),
      ("devices:\n  - {id: x, layout: a, rotation: 45}\nlayouts: {a: {h: [[p]]}}", 2, "rotation"),
      ("devices:\n  - {id: x, layout: a, brightness: 101}\nlayouts: {a: {h: [[p]]}}", 2, "100"),
      (
        "devices:\n  - {id: x, layout: a, brightness: \"a b\"}\nlayouts: {a: {h: [[p]]}}", 2,
        "'a b'"
      ),
      ("devices:\n  - {id: x, layout: a, page: \"a b\"}\nlayouts: {a: {h: [[p]]}}", 2, "'a b'"),
      ("devices:\n  - {id: x, layout: a, colour: red}\nlayouts: {a: {h: [[p]]}}", 2, "'colour'"),
      (
        "devices:\n  - id: x\n    traits: {userInterfaceStyle: blue}\nlayouts: {a: {h: [[p]]}}", 3,
        "'blue'"
      ),
    ])
    func aMistakeIsNamedWithItsLine(text: String, line: Int, part: String) throws {
      let done = try check(text)
      #expect(done.end == .exited(78))
      #expect(done.output == "")
      let told = done.error.split(separator: "\n").contains {
        $0.contains("surface.yaml:\(line):") && $0.contains(part)
      }
      #expect(told, "\(done.error)")
    }

    @Test func allMistakesAreNamedTogether() throws {
      let done = try check(
        """
        port: 0
        devices:
          - {id: x, layout: nowhere, rotation: 1}
          - {id: y, layout: a, page: "a b"}
        layouts:
          a: {home: [["c d"]]}
          b: {home: [[pay, "e f"], ["g h"]], far: 3}

        """)
      #expect(done.end == .exited(78))
      let parts = [
        ":1:", ":3:", ":4:", ":6:", "rotation", "'nowhere'", "'e f'", "'g h'", "layouts.b.far",
      ]
      for part in parts { #expect(done.error.contains(part), "\(done.error)") }
      // And none that is not there.
      #expect(done.error.split(separator: "\n").count == 8, "\(done.error)")
    }

    /// A deck that is let in presses buttons, and any program that reaches the port could be one.
    @Test func decksOfOtherMachinesNeedRules() throws {
      let open = try check("listen: [\"0.0.0.0\"]\n")
      #expect(open.end == .exited(78))
      #expect(open.error.contains("devices"))
      let named = "devices: [{id: a, layout: a}]\nlayouts: {a: {home: [[pay]]}}\n"
      #expect(try check("listen: [\"0.0.0.0\"]\n" + named).end == .exited(0))
      let any = try check("listen: [\"0.0.0.0\"]\n" + named.replacing("id: a", with: "id: '*'"))
      #expect(any.end == .exited(78) && any.error.contains("lets in every deck"), "\(any.error)")
      // Of this machine every deck may come.
      #expect(try check(named.replacing("id: a", with: "id: '*'")).end == .exited(0))
    }

    @Test func aFileThatIsNotThereIsNamed() throws {
      let done = try Program.run(try Surface.path, ["--config", folder.file("none"), "--check"])
      #expect(done.end == .exited(78))
      #expect(done.error.contains(folder.file("none")))
    }

    @Test func withoutAFileAllDecksOfThisMachineAreServed() throws {
      let done = try Program.run(try Surface.path, ["--check"])
      #expect(done.end == .exited(0))
      #expect(done.output.contains("16622"))
    }

    @Test(arguments: [["--what"], ["--config"], ["more"]])
    func wrongUsageEndsWith64(arguments: [String]) throws {
      #expect(try Program.run(try Surface.path, arguments).end == .exited(64))
    }

    @Test func aPortInUseIsAnErrorWithAdvice() throws {
      let stage = try SurfaceTests.stage()
      let path = folder.write(
        "listen: [\"127.0.0.1\"]\nport: \(stage.surface.port)\n", to: "surface.yaml")
      let done = try Program.run(
        try Surface.path, ["--config", path, "--socket", stage.daemon.socketPath])
      #expect(done.end == .exited(1))
      #expect(done.error.contains("127.0.0.1:\(stage.surface.port)"))
      #expect(done.error.contains("use another port"))
      #expect(done.output == "")
    }
  }
}
