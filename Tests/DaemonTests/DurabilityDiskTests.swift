import Glibc
import TestSupport
import Testing

extension DaemonFileTests {
  /// Disks that are full, cannot be written, or are asked to say when they have written.
  @Suite struct DurabilityDiskTests {
    @Test(.enabled(if: SmallDisk.isAvailable, "only root can mount a small disk"))
    func withRelaxedDurabilityAFullDiskIsToldOfAndMadeUpFor() throws {
      let disk = try SmallDisk(kibibytes: 512)
      let kept = try KeptState(in: disk.path)
      var client = try kept.start()
      try client.call("state.set", #"{"values":{"a":1}}"#)
      try client.wait(until: "unsaved", is: 0)
      let filler = disk.fill()
      let text = String(repeating: "x", count: 20_000)
      for number in 2...9 {
        try client.call("state.set", #"{"values":{"a":\#(number),"t\#(number)":"\#(text)"}}"#)
      }
      try client.wait(until: "durabilityLost", is: 1)
      try client.call("buttons.define", #"{"buttons":[{"id":"x","style":"gray"}]}"#)
      #expect(try client.values()["a"] == .int(9))
      try kept.daemon?.waitForLog("durability is lost")
      filler.remove()
      try client.wait(until: "durabilityLost", is: 0)
      try client.wait(until: "unsaved", is: 0)
      try kept.daemon?.waitForLog("durability is back")
      try kept.kill()
      client = try kept.start()
      let values = try client.values()
      #expect(values["a"] == .int(9) && values["t5"]?.string == text)
      #expect(try client.call("buttons.list")["buttons"]?.elements.count == 1)
      try stopOnAFullDisk(kept, disk, client)
      client = try kept.start()
      #expect(try client.values()["a"] == .int(9))
      try stopOnAFullDisk(kept, disk, client, isFreeAgain: true)
      #expect(try kept.start().values()["a"] == .int(10))
      try kept.stop()
    }

    /// A stop says what is not kept, and tries the disk once more.
    private func stopOnAFullDisk(
      _ kept: KeptState, _ disk: SmallDisk, _ client: TestClient, isFreeAgain: Bool = false
    ) throws {
      let text = String(repeating: "y", count: 40_000)
      let filler = disk.fill()
      defer { filler.remove() }
      _ = try client.request("state.set", #"{"values":{"a":10,"b":"\#(text)","volatile.c":2}}"#)
      try kept.daemon?.waitForLog("durability is lost")
      if isFreeAgain { filler.remove() }
      kept.daemon?.program.kill(SIGTERM)
      #expect(try kept.daemon?.program.waitForEnd() == .exited(isFreeAgain ? 0 : 1))
      if isFreeAgain { return }
      let log = kept.daemon?.log ?? ""
      #expect(!log.contains("shutdown timed out"), "it waits for nothing that cannot be")
      #expect(log.contains("the last changes are not kept") && log.contains("count=2"), "\(log)")
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "only root can mount a small disk"))
    func withStrictDurabilityAFullDiskRefusesChanges() throws {
      let disk = try SmallDisk(kibibytes: 512)
      let kept = try KeptState("durability: strict\n", in: disk.path)
      var client = try kept.start()
      try client.call("state.set", #"{"values":{"a":1}}"#)
      let filler = disk.fill()
      let text = String(repeating: "x", count: 40_000)
      let first = try client.refusal(
        of: "state.set", #"{"values":{"a":2,"t":"\#(text)"}}"#)
      #expect(first.code == -32010 && first.reason == "notDurable")
      #expect(first.error["data"]?["applied"] == .bool(true))
      #expect(try client.values()["a"] == .int(2))
      for (method, params) in [
        ("state.set", #"{"values":{"a":3}}"#),
        ("state.update", #"{"operations":[{"op":"increment","key":"a"}]}"#),
        ("buttons.define", #"{"buttons":[{"id":"x","style":"gray"}]}"#),
      ] {
        let refused = try client.refusal(of: method, params)
        #expect(refused.reason == "notDurable")
        #expect(refused.error["data"]?["applied"] == .bool(false))
      }
      #expect(try client.values()["a"] == .int(2))
      try client.call("state.set", #"{"values":{"volatile.a":3}}"#)
      #expect(try client.figure("durabilityLost") == 1)
      filler.remove()
      try client.wait(until: "durabilityLost", is: 0)
      try client.call("state.set", #"{"values":{"a":4}}"#)
      try kept.kill()
      client = try kept.start()
      let values = try client.values()
      #expect(values["a"] == .int(4) && values["t"]?.string == text)
      try stopOnAFullDisk(kept, disk, client)
      #expect(try kept.start().values()["a"] == .int(4))
      try kept.stop()
    }

    /// Whether strace may attach to a process that this one has started.
    private static let canTrace: Bool = {
      guard let sleep = try? Program("/usr/bin/sleep", ["60"]) else { return false }
      let strace = try? Program("/usr/bin/strace", ["-p", "\(sleep.processID)"])
      return (try? strace?.waitForLog("attached")) != nil
    }()

    /// The system calls of a daemon that answers one change show the order of things.
    @Test(
      .enabled(if: canTrace, "strace is not installed, or may not trace"),
      arguments: ["strict", "relaxed"])
    func theDiskIsAskedBeforeTheAnswer(durability: String) throws {
      let kept = try KeptState("durability: \(durability)\n")
      let client = try kept.start()
      try client.call("buttons.define", #"{"buttons":[{"id":"x","style":"gray"}]}"#)
      try client.call("buttons.subscribe", #"{"match":"x"}"#)
      try client.wait(until: "unsaved", is: 0)
      let trace = kept.folder.file("trace")
      let strace = try Program(
        "/usr/bin/strace",
        [
          "-f", "-s", "4000", "-e", "trace=fdatasync,fsync,write,writev,sendto,sendmsg", "-o",
          trace, "-p", "\(kept.daemon?.processID ?? 0)",
        ])
      try strace.waitForLog("attached")
      try client.call(
        "buttons.patch", #"{"id":"x","configuration":{"title":"Traced"}}"#)
      _ = try client.nextNotification("buttons.updated")
      try client.wait(until: "unsaved", is: 0)
      strace.kill(SIGINT)
      _ = try strace.waitForEnd()
      let lines = try ProcessFile.text(trace).split(separator: "\n").map(String.init)
      let syncs = lines.indices.filter { lines[$0].contains("sync") && lines[$0].contains("= 0") }
      let answer = try #require(lines.firstIndex { $0.contains(#"\"revision\":"#) })
      let frame = try #require(lines.firstIndex { $0.contains("Traced") })
      if durability == "strict" {
        let sync = try #require(syncs.first)
        #expect(sync < answer && sync < frame, "\(lines)")
      } else {
        #expect(syncs.isEmpty, "\(lines)")
      }
    }
  }
}
