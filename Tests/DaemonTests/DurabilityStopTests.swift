import Glibc
import TestSupport
import Testing

extension DaemonTests {
  /// How a daemon ends that has something left to keep.
  @Suite struct DurabilityStopTests {
    /// Stops a daemon, and says how it ends.
    private func stop(_ kept: KeptState) throws -> ProcessEnd? {
      kept.daemon?.program.kill(SIGTERM)
      return try kept.daemon?.program.waitForEnd()
    }

    @Test func whatWasAnsweredIsThereAfterAStopInTheMiddleOfStrictWrites() throws {
      var seed = Seed()
      let kept = try KeptState("durability: strict\n")
      var last = 0
      for _ in 0..<scaled(2) {
        let client = try kept.start()
        #expect(try client.values()["n"]?.int ?? 0 == last)
        #expect(kept.daemon?.log.contains("not clean") == false)
        for _ in 0..<500 {
          last += 1
          _ = try client.request("state.set", #"{"values":{"n":\#(last)}}"#)
        }
        for _ in 0..<Int.random(in: 1...100, using: &seed) { _ = try client.next() }
        kept.daemon?.program.kill(SIGTERM)
        // What was read before the signal is kept and answered, all of it.
        var answered = 0
        while let line = try client.nextLine() {
          let answer = try JSONTree(parsing: String(decoding: line, as: UTF8.self))
          #expect(answer["result"] != nil)
          answered = answer["id"]?.int ?? 0
        }
        #expect(try kept.daemon?.program.waitForEnd() == .exited(0))
        let next = try kept.start()
        let value = try next.values()["n"]?.int ?? 0
        #expect(value == last - 500 + answered - 1)
        last = value
        try kept.stop()
      }
    }

    @Test(arguments: ["relaxed", "strict"])
    func aStopWaitsForADiskThatIsSlow(durability: String) throws {
      let disk = try HangingDisk()
      let kept = try KeptState("durability: \(durability)\n")
      let client = try kept.start(environment: disk.environment)
      try client.call("state.set", #"{"values":{"a":1}}"#)
      try client.wait(until: "unsaved", is: 0)
      disk.hang()
      let id = try client.request("state.set", #"{"values":{"a":2}}"#)
      try disk.waitForWrite()
      kept.daemon?.program.kill(SIGTERM)
      try kept.daemon?.program.waitForLog("stopping")
      // Longer than publishing may take.
      #expect(!ProcessEnd.waitFor(kept.daemon?.processID ?? 0, by: Deadline(seconds: 1.2)))
      disk.release()
      _ = try client.result(of: id)
      #expect(try kept.daemon?.program.waitForEnd() == .exited(0))
      #expect(try kept.start().values() == ["a": .int(2)])
      #expect(kept.daemon?.log.contains("not clean") == false)
    }

    @Test(arguments: ["relaxed", "strict"])
    func aDiskThatHangsDoesNotHoldTheEndUpForEver(durability: String) throws {
      let disk = try HangingDisk()
      let kept = try KeptState("durability: \(durability)\n")
      let client = try kept.start(environment: disk.environment)
      try client.call("state.set", #"{"values":{"a":1}}"#)
      try client.wait(until: "unsaved", is: 0)
      disk.hang()
      _ = try client.request("state.set", #"{"values":{"a":2}}"#)
      try disk.waitForWrite()
      #expect(try stop(kept) == .exited(1))
      let log = kept.daemon?.log ?? ""
      #expect(log.contains("shutdown timed out"))
      #expect(log.contains("the last changes are not kept"))
      #expect(log.contains("count=1"))
      disk.release()
      #expect(try kept.start().values() == ["a": .int(1)])
      #expect(kept.daemon?.log.contains("not clean") == true)
    }

    @Test func anotherSignalEndsTheWaitForTheDisk() throws {
      let disk = try HangingDisk()
      let kept = try KeptState()
      let client = try kept.start(environment: disk.environment)
      disk.hang()
      _ = try client.request("state.set", #"{"values":{"a":2}}"#)
      try disk.waitForWrite()
      kept.daemon?.program.kill(SIGTERM)
      try kept.daemon?.program.waitForLog("stopping")
      // One that comes sooner may be the first one's twin.
      #expect(!ProcessEnd.waitFor(kept.daemon?.processID ?? 0, by: Deadline(seconds: 0.6)))
      #expect(try stop(kept) == .exited(1))
      #expect(kept.daemon?.log.contains("second signal received") == true)
      #expect(kept.daemon?.log.contains("the last changes are not kept") == true)
      disk.release()
      #expect(try kept.start().values().isEmpty)
    }

    @Test(
      .enabled(if: SmallDisk.isAvailable, "only root can mount a small disk"),
      arguments: ["relaxed", "strict"])
    func aStopOnAFullDiskSaysWhatIsNotKept(durability: String) throws {
      let disk = try SmallDisk(kibibytes: 512)
      let kept = try KeptState("durability: \(durability)\n", in: disk.path)
      let client = try kept.start()
      try client.call("state.set", #"{"values":{"a":1}}"#)
      try client.wait(until: "unsaved", is: 0)
      let filler = disk.fill()
      let text = String(repeating: "x", count: 40_000)
      _ = try client.request(
        "state.set", #"{"values":{"a":2,"b":2,"t":"\#(text)","volatile.c":2}}"#)
      try kept.daemon?.program.waitForLog("durability is lost")
      #expect(try stop(kept) == .exited(1))
      let log = kept.daemon?.log ?? ""
      #expect(!log.contains("shutdown timed out"), "it waits for nothing that cannot be")
      #expect(log.contains("the last changes are not kept") && log.contains("count=3"), "\(log)")
      filler.remove()
      #expect(try kept.start().values() == ["a": .int(1)])
      try kept.stop()
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "only root can mount a small disk"))
    func aStopTriesTheDiskOnceMore() throws {
      let disk = try SmallDisk(kibibytes: 512)
      let kept = try KeptState(in: disk.path)
      let client = try kept.start()
      let filler = disk.fill()
      let text = String(repeating: "x", count: 40_000)
      try client.call("state.set", #"{"values":{"t":"\#(text)"}}"#)
      try kept.daemon?.program.waitForLog("durability is lost")
      filler.remove()
      try kept.stop()
      #expect(try kept.start().values()["t"]?.string == text)
      try kept.stop()
    }

    @Test func aSignalDuringTheStartEndsItAndLosesNothing() throws {
      var seed = Seed()
      let kept = try KeptState()
      let client = try kept.start()
      let count = 40_000
      for first in stride(from: 0, to: count, by: 5_000) {
        let values = (first..<first + 5_000).map { #""k\#($0)":\#($0)"# }
        try client.call("state.set", #"{"values":{\#(values.joined(separator: ","))}}"#)
      }
      try client.wait(until: "unsaved", is: 0)
      try kept.stop()
      let start = Deadline.now
      _ = try kept.start()
      let whole = Deadline.now - start
      try kept.stop()
      for _ in 0..<scaled(4) {
        let program = try kept.startWithoutWaiting()
        let moment = Deadline(at: Deadline.now + UInt64.random(in: 0...whole, using: &seed))
        _ = ProcessEnd.waitFor(program.processID, by: moment)
        program.kill(SIGTERM)
        let end = try program.waitForEnd()
        // Before it has set up anything it ends as any program does.
        #expect(end == .exited(0) || end == .signalled(SIGTERM), "\(program.log)")
        #expect(access(kept.folder.file("buttond.sock"), F_OK) != 0 || end != .exited(0))
      }
      let again = try kept.start()
      #expect(kept.daemon?.log.contains("not clean") == false)
      #expect(try again.figure("keys") == count)
      try kept.stop()
    }

    @Test func aManagerIsAskedForTimeWhileWhatWasKeptIsRead() throws {
      let manager = try FakeServiceManager()
      let kept = try KeptState()
      _ = try kept.start(environment: manager.environment)
      #expect(
        manager.next() == ["EXTEND_TIMEOUT_USEC=30000000", "STATUS=restoring state"])
      #expect(manager.next()?.first == "READY=1")
      try kept.stop()
      #expect(manager.next() == ["STOPPING=1", "STATUS=stopping"])
    }
  }
}
