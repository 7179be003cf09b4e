import Glibc
import TestSupport
import Testing

extension DaemonFileTests {
  /// `buttonctl backup` and `restore`, and copies of a folder by other means.
  @Suite struct BackupTests {
    private func buttonctl(_ kept: KeptState, _ words: [String]) throws -> (
      end: ProcessEnd, output: String, error: String
    ) {
      try Program.run(
        InstalledPrefix().client, ["--socket", kept.daemon?.socketPath ?? "/nowhere"] + words)
    }

    /// Both halves of write number n.
    private func write(_ number: Int) -> String {
      #"{"values":{"a":\#(number),"b":\#(-number),"k\#(number % 50)":\#(number)}}"#
    }

    @Test func aBackupUnderLoadIsWhatWasThereAtItsRevision() throws {
      let kept = try KeptState()
      let client = try kept.start()
      try client.call("buttons.define", #"{"buttons":[{"id":"x","style":"gray"}]}"#)
      let file = kept.folder.file("kept.backup")
      var written = 0
      func more(_ count: Int) throws {
        for _ in 0..<count {
          written += 1
          try client.call("state.set", write(written))
        }
      }
      try more(200)
      let before = written
      let program = try Program(
        InstalledPrefix().client,
        ["--json", "--socket", kept.daemon?.socketPath ?? "", "backup", file])
      while !ProcessEnd.waitFor(program.processID, by: Deadline(seconds: 0)) { try more(5) }
      let answer = try JSONTree(parsing: try program.nextLine() ?? "")
      #expect(try program.waitForEnd() == .exited(0))
      #expect(try Folder.mode(file) == 0o600)
      // The definition has the revision 1.
      let shown = (answer["revision"]?.int ?? 0) - 1
      #expect(shown >= before && shown <= written)
      try more(50)
      let again = try buttonctl(kept, ["backup", file])
      #expect(again.end == .exited(64) && again.error.contains("exists already"))
      let nowhere = try buttonctl(kept, ["backup", "\(file).d/x"])
      #expect(nowhere.error == "buttonctl: the folder \(file).d does not exist\n")
      #expect(
        try Shared.bareDaemon().connect().refusal(of: "server.backup", "{}").reason == "notFound")

      let copy = try copyOfTheRunning(kept, client)
      let refused = try buttonctl(kept, ["restore", file, "--state", kept.state])
      #expect(refused.end == .exited(1))
      #expect(refused.error.contains("is the state folder of another daemon"))
      try kept.stop()
      let started = try Program.run(
        kept.program, ["--socket", kept.folder.file("c.sock"), "--state", copy])
      #expect(started.end == .exited(65))
      #expect(started.error.contains("copy") && started.error.contains("--accept-data-loss"))
      let done = try buttonctl(kept, ["restore", file, "--state", kept.state])
      #expect(done.end == .exited(0), "\(done.error)")
      #expect(done.output.contains("what was there is kept as"))
      let next = try kept.start()
      let values = try next.values()
      #expect(values["a"]?.int == shown && values["b"]?.int == -shown)
      for key in 0..<50 {
        let newest = shown - (shown - key + 50) % 50
        #expect(values["k\(key)"]?.int ?? 0 == max(0, newest))
      }
      #expect(try next.call("buttons.list")["buttons"]?.elements.count == 1)
      #expect(try next.call("state.get")["revision"]?.int ?? 0 > written)
      #expect(kept.daemon?.log.contains("not clean") == false)
      try kept.stop()
    }

    /// What `cp` makes of the folder of a daemon that runs: its log is of later.
    private func copyOfTheRunning(_ kept: KeptState, _ client: TestClient) throws -> String {
      let copy = kept.folder.file("copy")
      try Folder.make(copy)
      for suffix in ["", "-wal", "-mark"] {
        try client.call("state.set", #"{"values":{"late":"\#(suffix)"}}"#)
        try client.wait(until: "unsaved", is: 0)
        try FileBytes.write(
          try FileBytes.read(kept.file + suffix), to: "\(copy)/buttond.sqlite\(suffix)")
      }
      return copy
    }

    @Test func aKillDuringABackupLeavesNoHalfOfOne() throws {
      var seed = Seed()
      let kept = try KeptState("durability: strict\n")
      var client = try kept.start()
      let text = String(repeating: "x", count: 50_000)
      for number in 0..<40 {
        try client.call("state.set", #"{"values":{"t\#(number)":"\#(text)"}}"#)
      }
      for round in 0..<scaled(2, few: 1) {
        let file = kept.folder.file("kept-\(round).backup")
        _ = try client.request("server.backup")
        let program = try Program(
          InstalledPrefix().client, ["--socket", kept.daemon?.socketPath ?? "", "backup", file])
        for number in 0..<Int.random(in: 0...20, using: &seed) {
          _ = try client.request("state.set", #"{"values":{"n":\#(number)}}"#)
        }
        try kept.kill()
        _ = try program.waitForEnd()
        client = try kept.start()
        #expect(try client.values().count >= 40)
        #expect(try !Folder.names(in: kept.state).contains { $0.hasPrefix(".") })
        let places: [String] = [file, "\(kept.state)/buttond.backup"]
        for path in places where access(path, F_OK) == 0 {
          let other = kept.folder.file("other-\(round)")
          let done = try buttonctl(kept, ["restore", path, "--state", other])
          #expect(done.end == .exited(0), "\(path): \(done.error)")
        }
      }
      try kept.stop()
    }
  }
}
