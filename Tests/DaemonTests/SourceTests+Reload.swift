import TestSupport
import Testing

extension DaemonFileTests.SourceTests {
  @Test func aReloadLeavesWhatIsUnchangedAlone() throws {
    let daemon = try SourceDaemon.shared(
      """
      same: {run: [sh, -c, 'echo "{\\"same\\": $$}"; exec sleep 1000'], keys: same}
      other: {run: [sh, -c, 'echo "{\\"other\\": 1}"; exec sleep 1000'], keys: other}
      gone: {run: [sh, -c, 'echo "{\\"gone\\": 1}"; exec sleep 1000'], keys: gone}
      """)
    let same = try daemon.wait(for: "same")
    try daemon.wait(for: "other")
    try daemon.wait(for: "gone")
    let pid = try daemon.source("same")["pid"]
    try daemon.client.call("sources.subscribe")
    try daemon.reload(
      """
      new: {run: [echo, '5'], every: 1h, format: number, key: new}
      other: {run: [sh, -c, 'echo "{\\"other\\": 2}"; exec sleep 1000'], keys: other}
      same: {run: [sh, -c, 'echo "{\\"same\\": $$}"; exec sleep 1000'], keys: same}
      """)
    try daemon.wait(for: "new") { $0.int == 5 }
    try daemon.wait(for: "other") { $0.int == 2 }
    #expect(try daemon.value("gone")?.int == 1, "values stay")
    #expect(try daemon.value("same") == same)
    #expect(try daemon.source("same")["pid"] == pid)
    let names = try daemon.client.call("sources.list")["sources"]?.elements.map {
      $0["name"]?.string
    }
    #expect(names == ["new", "other", "same"])
    let changes = try daemon.client.notificationsSoFar().compactMap { $0["params"] }
    #expect(changes.contains { $0["removed"]?.string == "gone" })
    #expect(changes.contains { $0["source"]?["name"]?.string == "new" })
    #expect(!changes.contains { $0["source"]?["name"]?.string == "same" })
    #expect(try daemon.waitForOffspring(4) == 4, "two programs and their runners")
  }

  @Test func aReloadStartsNoSourceBeforeItsOldProgramIsGone() throws {
    let program = """
      import fcntl, json, os, signal, time
      signal.signal(signal.SIGTERM, signal.SIG_IGN)
      lock = open("held", "w")
      try:
          fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
          alone = True
      except OSError:
          alone = False
      print(json.dumps({"b.pid": os.getpid(), "b.isAlone": alone}), flush=True)
      while True:
          time.sleep(1000)
      """
    func sources(silentAfter time: String) -> String {
      """
      a: {run: [echo, '5'], every: \(time), format: number, key: a}
      b: {run: [\(SourceDaemon.python), b.py], keys: b.*, silentAfter: \(time)}
      """
    }
    let daemon = try SourceDaemon.shared(
      sources(silentAfter: "1h"), programs: ["b.py": program])
    let first = try daemon.wait(for: "b.pid")
    try daemon.wait("a", is: "waiting")
    try daemon.reload(sources(silentAfter: "2h"))
    try daemon.wait(for: "b.pid") { $0 != first }
    #expect(try daemon.value("b.isAlone") == .bool(true))
    let state = try daemon.client.call("state.get", #"{"keys":["b.pid"]}"#)
    #expect(state["lost"] == nil)
    #expect(try daemon.waitForOffspring(2) == 2, "one program and its runner")
  }

  @Test func aWrongConfigurationChangesNoSource() throws {
    let daemon = try SourceDaemon.shared("s: {run: [sleep, '1000'], keys: s}")
    let pid = try daemon.wait("s", is: "running")["pid"]
    daemon.files.configure("sources: {s: {run: [sleep, '1'], keys: s}, t: {run: [x], key: s}}")
    let refusal = try daemon.client.refusal(of: "server.reload")
    #expect(refusal.reason == "invalidConfiguration")
    #expect(refusal.description.contains("overlaps 's' of the source s"))
    #expect(try daemon.source("s")["pid"] == pid)
  }
}
