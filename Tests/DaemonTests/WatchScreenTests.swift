import Glibc
import TestSupport
import Testing

extension DaemonTests {
  /// What `buttonctl buttons watch` shows on a terminal, and how it leaves one.
  @Suite struct WatchScreenTests {
    private func watch(
      _ daemon: DaemonProcess, _ arguments: [String] = [], environment: [String: String] = [:],
      rows: Int = 24, columns: Int = 80
    ) throws -> PseudoTerminal {
      try PseudoTerminal(
        InstalledPrefix().client,
        ["--socket", daemon.socketPath, "buttons", "watch"] + arguments, environment: environment,
        rows: rows, columns: columns)
    }

    private func row(of text: String, in screen: TerminalScreen) -> String? {
      screen.lines.first { $0.contains(text) }
    }

    @Test func aChangeOfStateShowsInPlaceAndNothingElseIsDrawnAgain() throws {
      let daemon = try DemoButtons.shared()
      let terminal = try watch(daemon)
      try terminal.wait(for: "Checkout 0")
      #expect(terminal.screen.isAlternate && !terminal.screen.isCursorVisible)
      #expect(row(of: "3 buttons", in: terminal.screen)?.contains("revision") == true)
      terminal.output = []
      try daemon.connect().call("state.set", #"{"values":{"checkout.itemCount":3}}"#)
      try terminal.wait(for: "Checkout 3")
      #expect(!terminal.screen.text.contains("Checkout 0"))
      let drawn = String(decoding: terminal.output, as: UTF8.self)
      #expect(drawn.contains("48;2;0;122;255"), "in its own colours")
      #expect(!drawn.contains("Add Item") && !drawn.contains("\u{1B}[2J"))
      #expect(terminal.screen.unknown.isEmpty)
    }

    @Test func aButtonThatComesOrGoesShows() throws {
      let daemon = try DemoButtons.shared()
      let terminal = try watch(daemon, ["h*"])
      try terminal.wait(for: "1 button ")
      let client = try daemon.connect()
      try client.call(
        "buttons.define",
        #"{"buttons":[{"id":"high","style":"plain","isEnabled":false,"configuration":{"title":"Up"}}]}"#
      )
      try terminal.wait(for: "disabled")
      #expect(row(of: "high", in: terminal.screen)?.contains("Up") == true)
      try client.call("buttons.remove", #"{"ids":["help"]}"#)
      try terminal.wait("high alone") { !$0.text.contains("help") && $0.text.contains("> high") }
    }

    @Test func keysSelectAndPress() throws {
      let daemon = try DemoButtons.shared()
      let terminal = try watch(daemon)
      try terminal.wait(for: "> add-item")
      terminal.type(" ")
      try terminal.wait(for: "Checkout 1")
      try terminal.wait(for: "pressed add-item")
      terminal.type("j")
      try terminal.wait(for: "> checkout")
      // A key in two parts.
      terminal.type("\u{1B}")
      terminal.type("[B")
      try terminal.wait(for: "> help")
      terminal.type("\u{1B}[A\u{1B}OA")
      try terminal.wait(for: "> add-item")
      terminal.type("\r")
      try terminal.wait(for: "Checkout 2")
      #expect(
        try daemon.connect().call("state.get")["values"]?["checkout.itemCount"] == .int(2))
    }

    @Test func aPressedButtonLooksPressedUntilItIsReleased() throws {
      let daemon = try DemoButtons.shared()
      let terminal = try watch(daemon)
      try terminal.wait(for: "> add-item")
      terminal.output = []
      terminal.type(" ")
      // What is seen for a moment only may be gone with the bytes that bring it.
      try terminal.wait("the press") { _ in
        String(decoding: terminal.output, as: UTF8.self).contains("highlighted")
      }
      try terminal.wait("the release") { !$0.text.contains("highlighted") }
    }

    @Test func aPressThatIsRefusedSaysWhy() throws {
      let daemon = try DemoButtons.shared()
      try daemon.connect().call(
        "buttons.patch", #"{"id":"add-item","isEnabled":false,"wait":"published"}"#)
      let terminal = try watch(daemon)
      try terminal.wait(for: "> add-item")
      terminal.type(" ")
      try terminal.wait(for: "add-item: ")
      #expect(terminal.screen.lines.last?.contains("disabled") == true)
    }

    @Test func aResizedWindowIsFilledAnewAndNothingIsCutInTheMiddle() throws {
      let daemon = try DemoButtons.shared()
      let terminal = try watch(daemon)
      try terminal.wait(for: "Checkout 0")
      terminal.resize(rows: 4, columns: 22)
      try terminal.wait("the last line of four") {
        $0.lines.last?.hasPrefix("↑ ↓ select") == true
      }
      // The third button is out of view until it is selected.
      #expect(!terminal.screen.text.contains("help"))
      terminal.type("G")
      try terminal.wait(for: "> help")
      #expect(!terminal.screen.text.contains("add-item"))
      terminal.resize(rows: 30, columns: 100)
      try terminal.wait("all of it") {
        $0.lines.last?.contains("q quit") == true && $0.text.contains("add-item")
      }
      #expect(!terminal.screen.hasOverflowed)
    }

    @Test func wideCharactersTakeTheirTwoColumns() throws {
      let daemon = try DemoButtons.shared()
      try daemon.connect().call(
        "buttons.define",
        #"{"buttons":[{"id":"a","style":"plain","configuration":{"title":"日本語 👍"},"isEnabled":false},"#
          + #"{"id":"b","style":"plain","configuration":{"title":"abcdefghi"},"isSelected":true}],"wait":"published"}"#
      )
      let terminal = try watch(daemon, ["a", "b"])
      try terminal.wait(for: "selected")
      #expect(
        terminal.screen.column(of: "disabled") == terminal.screen.column(of: "selected"),
        "\(terminal.screen.text)")
      terminal.resize(rows: 5, columns: 12)
      try terminal.wait("a title that is cut") { $0.text.contains("…") }
      #expect(!terminal.screen.hasOverflowed)
    }

    /// How a watch may end.
    enum Ending: CaseIterable {
      case q, endOfInput, interrupt, terminate, hangUp, abort, trap, daemonDeath
    }

    @Test(arguments: Ending.allCases)
    func howeverItEndsTheTerminalIsAsItWas(ending: Ending) throws {
      let daemon = try ending == .daemonDeath ? DemoButtons.daemon() : DemoButtons.shared()
      let terminal = try watch(daemon)
      try terminal.wait(for: "Checkout 0")
      #expect(try terminal.modes != terminal.firstModes)
      let expected: ProcessEnd
      switch ending {
      case .q:
        terminal.type("q")
        expected = .exited(0)
      case .endOfInput:
        terminal.type("\u{4}")
        expected = .exited(0)
      case .interrupt:
        terminal.type("\u{3}")
        expected = .exited(0)
      case .terminate:
        terminal.signal(SIGTERM)
        expected = .exited(0)
      case .hangUp:
        terminal.signal(SIGHUP)
        expected = .exited(0)
      case .abort:
        terminal.signal(SIGABRT)
        expected = .signalled(SIGABRT)
      case .trap:
        terminal.signal(SIGTRAP)
        expected = .signalled(SIGTRAP)
      case .daemonDeath:
        daemon.program.kill(SIGKILL)
        expected = .exited(69)
      }
      #expect(try terminal.waitForEnd() == expected)
      #expect(try terminal.modes == terminal.firstModes)
      #expect(!terminal.screen.isAlternate && terminal.screen.isCursorVisible)
      #expect(
        terminal.screen.text.contains("the daemon went away") == (ending == .daemonDeath))
      #expect(!terminal.screen.text.contains("Checkout"))
    }

    @Test func aStoppedWatchGivesTheTerminalBackAndTakesItAgain() throws {
      let daemon = try DemoButtons.shared()
      let terminal = try watch(daemon)
      try terminal.wait(for: "Checkout 0")
      terminal.signal(SIGTSTP)
      try terminal.waitForStop()
      try terminal.wait("the screen from before") { !$0.isAlternate }
      #expect(try terminal.modes == terminal.firstModes)
      try daemon.connect().call("state.set", #"{"values":{"checkout.itemCount":8}}"#)
      terminal.signal(SIGCONT)
      try terminal.wait("the watch again") { $0.isAlternate && $0.text.contains("Checkout 8") }
    }

    @Test(arguments: [
      (["TERM": "dumb"], [String]()), ([:], ["--lines"]), ([:], ["--count", "1"]),
    ])
    func itPrintsLinesWhereAScreenIsNotWanted(
      environment: [String: String], arguments: [String]
    ) throws {
      let daemon = try DemoButtons.shared()
      let terminal = try watch(daemon, ["add-item"] + arguments, environment: environment)
      try terminal.wait(for: "Add Item")
      #expect(!terminal.screen.isAlternate && terminal.screen.lines[0].contains("  add-item  "))
      #expect(try terminal.modes == terminal.firstModes)
    }

    @Test(arguments: [
      (["NO_COLOR": "1"], [String](), false), ([:], ["--color", "never"], false),
      (["NO_COLOR": "1"], ["--color", "always"], true), ([:], [], true),
    ])
    func colourIsUsedWhereItIsWanted(
      environment: [String: String], options: [String], isColoured: Bool
    ) throws {
      let daemon = try DemoButtons.shared()
      let terminal = try watch(daemon, options, environment: environment)
      try terminal.wait(for: "Checkout 0")
      let drawn = String(decoding: terminal.output, as: UTF8.self)
      #expect(drawn.contains("48;2;") == isColoured)
      #expect(drawn.contains("[Add Item]") == !isColoured)
    }

    @Test func aRefusedSubscriptionIsSaidOnTheOldScreen() throws {
      let daemon = try DemoButtons.shared()
      let terminal = try watch(daemon, ["--max-rate=-1"])
      #expect(try terminal.waitForEnd() == .exited(1))
      #expect(terminal.screen.text.contains("maxRate") && !terminal.screen.isAlternate)
    }
  }
}
