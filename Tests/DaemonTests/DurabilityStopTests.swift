import Glibc
import TestSupport
import Testing

extension DaemonFileTests {
  /// How a daemon ends that has something left to keep.
  @Suite struct DurabilityStopTests {
    @Test func whatWasAnsweredIsThereAfterAStopInTheMiddleOfStrictWrites() throws {
      var seed = Seed()
      let kept = try KeptState("durability: strict\n")
      var client = try kept.start()
      var last = 0
      for _ in 0..<scaled(3, few: 1) {
        let groups = try client.figure("journalGroups")
        for _ in 0..<2_000 {
          last += 1
          _ = try client.request("state.set", #"{"values":{"n":\#(last)}}"#)
        }
        for _ in 0..<Int.random(in: 1_000...1_500, using: &seed) { _ = try client.next() }
        let used = try TestClient(kept.daemon?.socketPath ?? "").figure("journalGroups") - groups
        #expect(used < 1_000, "many writes share a group: \(used)")
        kept.daemon?.program.kill(SIGTERM)
        // What was read before the signal is kept and answered, all of it.
        var answered = 0
        while let line = try client.nextLine() {
          let answer = try JSONTree(parsing: String(decoding: line, as: UTF8.self))
          #expect(answer["result"]?["revision"] != nil)
          answered = answer["result"]?["revision"]?.int ?? 0
        }
        #expect(try kept.daemon?.program.waitForEnd() == .exited(0))
        client = try kept.start()
        #expect(kept.daemon?.log.contains("not clean") == false)
        let value = try client.values()["n"]?.int ?? 0
        #expect(answered == 0 || value == answered)
        last = value
      }
      try kept.stop()
    }

    /// Strict and relaxed at the same time, as a stop waits for long.
    @Test func aStopWaitsForADiskThatIsSlowAndNotForEver() throws {
      let lives = try ["strict", "relaxed"].map {
        (kept: try KeptState("durability: \($0)\n"), disk: try HangingDisk())
      }
      var clients = try lives.map { try $0.kept.start(environment: $0.disk.environment) }
      for client in clients { try client.call("state.set", #"{"values":{"a":1}}"#) }
      for isSlow in [true, false] {
        var ids: [Int] = []
        for (client, (kept, disk)) in zip(clients, lives) {
          try client.wait(until: "unsaved", is: 0)
          disk.hang()
          ids.append(try client.request("state.set", #"{"values":{"a":\#(isSlow ? 2 : 3)}}"#))
          try disk.waitForWrite()
          kept.daemon?.program.kill(SIGTERM)
        }
        for (index, (kept, disk)) in lives.enumerated() {
          if isSlow {
            try kept.daemon?.waitForLog("stopping")
            disk.release()
            _ = try clients[index].result(of: ids[index])
          }
          #expect(try kept.daemon?.program.waitForEnd() == .exited(isSlow ? 0 : 1))
          let log = kept.daemon?.log ?? ""
          disk.release()
          clients[index] = try kept.start(environment: disk.environment)
          #expect(try clients[index].values() == ["a": .int(2)])
          #expect(kept.daemon?.log.contains("not clean") == !isSlow)
          if isSlow { continue }
          #expect(log.contains("shutdown timed out"))
          #expect(log.contains("the last changes are not kept"))
          #expect(log.contains("count=1"))
        }
      }
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
      // About as long as it takes to read all that.
      let whole: UInt64 = 200_000_000
      for _ in 0..<scaled(4, few: 1) {
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
  }
}
