import Glibc
import TestSupport
import Testing

/// Exit codes and signals of buttonctl.
@Suite(.serialized, .blocking, .timeLimit(.minutes(5)))
struct ProgramTests {
  @Test func withoutADaemonItPrintsHowToStartOne() throws {
    let outcome = try CommandProcess.run(["--socket", "/nowhere/b.sock", "stats"])
    #expect(
      outcome
        == CommandProcess.Outcome(
          status: 69, output: "",
          errors: "buttonctl: no daemon at /nowhere/b.sock: start its service (`buttonctl doctor` "
            + "says what is wrong), or "
            + "for a trial `buttond --ephemeral --socket /nowhere/b.sock`\n"))
  }

  @Test func theAdviceNamesNoPathForTheDefaultSocket() throws {
    let outcome = try CommandProcess.run(["stats"], environment: ["XDG_RUNTIME_DIR=/nowhere"])
    #expect(
      outcome.errors
        == "buttonctl: no daemon at /nowhere/buttond/buttond.sock: start its service (`buttonctl doctor` "
        + "says what is wrong), or "
        + "for a trial `buttond --ephemeral`\n")
  }

  @Test func aRestoreNamesTheFolderThatItReplaces() throws {
    let outcome = try CommandProcess.run(["restore", "kept.backup"])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("name the folder that is to be replaced with --state"))
  }

  @Test func theEnvironmentMayNameTheSocket() throws {
    let outcome = try CommandProcess.run(
      ["stats"], environment: ["BUTTOND_SOCKET=/nowhere/e.sock"])
    #expect(outcome.errors.contains("no daemon at /nowhere/e.sock"))
    #expect(outcome.status == 69)
  }

  @Test(arguments: [
    [], ["stats", "--json"], ["--json", "state", "get"], ["state", "get", "--json"],
    ["plugins", "--json", "list"],
  ])
  func sharedOptionsMayStandAnywhere(_ words: [String]) throws {
    let words = words.isEmpty ? ["stats"] : words
    let outcome = try CommandProcess.run(words + ["--socket", "/nowhere/b.sock"])
    #expect(outcome.status == 69)
  }

  @Test(arguments: [
    ["state", "set"], ["state", "set", "a"], ["state", "set", "a b", "1"],
    ["state", "set", "a", "[1"], ["state", "set", "a=1", "b"],
    ["state", "set", "a", "1", "b", "2"],
    ["state", "set", "a", "1", "--wiat"], ["state", "set", "a=1e999"], ["state", "update"],
    ["state", "update", "--increment", "a=x"], ["state", "update", "--toggle", "a=1"],
    ["state", "update", "--append", "a"], ["state", "get", "a..b"], ["trigger"], ["nonsense"],
    ["buttons", "watch", "--count", "0"], ["plugins", "watch", "--count", "0"],
    ["buttons", "list", "a", "--group", "g"],
    ["buttons", "define"], ["--socket", String(repeating: "x", count: 108), "stats"],
  ])
  func wrongUseEndsWith64(_ words: [String]) throws {
    let outcome = try CommandProcess.run(
      words, environment: ["BUTTOND_SOCKET=/nowhere/b.sock"])
    #expect(outcome.status == 64)
    #expect(!outcome.errors.isEmpty && outcome.output.isEmpty)
  }

  @Test(arguments: [
    (["buttons", "define", "/nowhere/file.json"], "cannot read /nowhere/file.json"),
    (["buttons", "define", "-"], "standard input:1:2: the name of a member is missing"),
    (["buttons", "patch", "a", "3"], "a patch is a JSON object"),
    (["call", "ping", "{"], "'{': this is not JSON, line 1, column 2: the name of a member is"),
    (["call", "ping", ""], "'': this is not JSON; it is empty"),
    (["call", "ping", "{\n  \"a\" 1}"], "line 2, column 7: ':' is missing behind the name"),
  ])
  func anUnsendableRequestExitsWith64(_ words: [String], complaint: String) async throws {
    let daemon = try FakeDaemon { peer in try peer.expectEnd() }
    let outcome = try CommandProcess.run(["--socket", daemon.path] + words, input: "{")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(complaint))
    try await daemon.finished()
  }

  @Test func helpAndVersionNeedNoDaemon() throws {
    let help = try CommandProcess.run(["--help"])
    #expect(help.status == 0)
    #expect(help.output.contains("69 no daemon") && help.output.contains("64"))
    let version = try CommandProcess.run(["--version"])
    #expect(version.status == 0)
    #expect(version.output.split(separator: ".").count == 3)
  }

  private static let beginning =
    #"{"subscription":"s","epoch":"e","tick":1,"revision":1,"snapshot":true,"buttons":[],"removed":[]}"#

  @Test func aWatchExitsWith69WhenTheDaemonEnds() throws {
    let daemon = try FakeDaemon { peer in try peer.answer(try peer.request(), Self.beginning) }
    let outcome = try CommandProcess.run([
      "--socket", daemon.path, "--json", "buttons", "watch",
    ])
    #expect(
      outcome
        == CommandProcess.Outcome(
          status: 69, output: Self.beginning + "\n", errors: "buttonctl: the daemon went away\n"))
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func anInterruptedWatchExitsWith0AfterEveryFrame(_ signal: Int32) async throws {
    let daemon = try FakeDaemon { peer in
      try peer.answer(try peer.expect("buttons.subscribe", #"{"match":"*"}"#), Self.beginning)
      try peer.expectEnd()
    }
    let program = try CommandProcess(["--socket", daemon.path, "--json", "buttons", "watch", "*"])
    #expect(program.line() == Self.beginning, "flushed at once")
    program.signal(signal)
    let outcome = program.outcome()
    #expect(outcome == CommandProcess.Outcome(status: 0, output: "", errors: ""))
    try await daemon.finished()
  }

  @Test func aWatchWithoutAReaderExitsWithoutAnotherFrame() async throws {
    let daemon = try FakeDaemon { peer in
      try peer.answer(try peer.request(), Self.beginning)
      try peer.expectEnd()
    }
    let program = try CommandProcess(["--socket", daemon.path, "--json", "buttons", "watch"])
    #expect(program.line() == Self.beginning)
    program.closeOutput()
    let outcome = program.outcome(reading: false)
    #expect(outcome.status == 0)
    try await daemon.finished()
  }

  @Test func anAnswerWithoutAReaderIsNoFailure() async throws {
    let daemon = try FakeDaemon { peer in
      try peer.answer(
        try peer.request(), #"{"values":"\#(String(repeating: "x", count: 1 << 18))"}"#)
      try peer.expectEnd()
    }
    let program = try CommandProcess(["--socket", daemon.path, "call", "m"])
    program.closeOutput()
    let outcome = program.outcome(reading: false)
    #expect(outcome.status == 0)
    try await daemon.finished()
  }
}
