import Glibc
import TestSupport
import Testing

extension HostileDaemonTests {
  /// Sources that do harm cost nobody but themselves.
  @Suite(.serialized) struct HostileSourceTests {
    private static let figures =
      SourceDaemon.figures + ",runTimeMs=500,runTimeCapMs=500,probeIntervalMs=3600000"

    private func start(_ hostile: HostileSource) throws -> SourceDaemon {
      try SourceDaemon(
        hostile.configuration, programs: ["bad.py": HostileSource.prelude + hostile.program],
        figures: Self.figures)
    }

    /// Waits until it has done its harm, and says what does not hold of it.
    private func check(_ hostile: HostileSource, in daemon: SourceDaemon) throws {
      if hostile.isHeard { try daemon.wait(for: "bad.well") { $0 == .bool(true) } }
      try daemon.wait("bad", is: hostile.state)
      if let report = hostile.report {
        try daemon.process.program.waitForLog(report)
        #expect(daemon.count(inLog: report) == 1, "\(report)\n\(daemon.process.log.suffix(4_000))")
      }
      if hostile.isLost {
        try daemon.wait(for: "lost", of: "bad") { $0["lost"] == .bool(true) }
      }
      #expect(try daemon.value("calm.isOn") != .bool(true))
    }

    @Test(arguments: HostileSource.all)
    func anInnocentButtonIsServedAndMemoryStaysFlat(hostile: HostileSource) throws {
      let daemon = try start(hostile)
      try check(hostile, in: daemon)
      #expect(try daemon.slowestOfInnocent() < 1_000)
      let before = try ProcessFile.residentKiB(of: daemon.process.processID)
      let deadline = Deadline(seconds: 1)
      while !deadline.hasPassed { #expect(try daemon.slowestOfInnocent(rounds: 10) < 1_000) }
      let after = try ProcessFile.residentKiB(of: daemon.process.processID)
      #expect(after - before < 8 << 10, "\(after - before) KiB more")
      #expect(daemon.process.log.utf8.count < 256 << 10)
      let (end, _) = try daemon.process.stop()
      #expect(end == .exited(0))
      #expect(try daemon.waitForOffspring(0) == 0)
    }

    @Test(arguments: HostileSource.all)
    func nothingOutlivesADaemonThatIsKilled(hostile: HostileSource) throws {
      let daemon = try start(hostile)
      if hostile.isHeard { try daemon.wait(for: "bad.well") { $0 == .bool(true) } }
      if hostile.state == "running" { #expect(try !daemon.offspring().isEmpty) }
      _ = try daemon.process.stop(SIGKILL)
      #expect(try daemon.waitForOffspring(0) == 0)
    }

    @Test func aProgramThatNeverReadsCostsNobody() throws {
      let daemon = try SourceDaemon(
        "bad: {run: [sh, -c, 'echo \"{\\\"bad.well\\\": true}\"; exec sleep 1000'], keys: bad.*}")
      let payload = String(repeating: "p", count: 4_000)
      try daemon.client.call(
        "buttons.define",
        #"{"buttons":[{"id":"b","style":"plain","action":{"source":"bad","payload":"\#(payload)"}}]}"#
      )
      try daemon.wait(for: "bad.well")
      for _ in 1...500 { try daemon.client.call("buttons.trigger", #"{"id":"b"}"#) }
      let before = try ProcessFile.residentKiB(of: daemon.process.processID)
      for _ in 1...2_000 { try daemon.client.call("buttons.trigger", #"{"id":"b"}"#) }
      #expect(try daemon.slowestOfInnocent() < 1_000)
      let after = try ProcessFile.residentKiB(of: daemon.process.processID)
      #expect(after - before < Sanitizer.most(4 << 10), "\(after - before) KiB more")
      let dropped = try daemon.source("bad")["droppedActions"]?.int ?? 0
      #expect((2_400...2_500).contains(dropped), "\(dropped)")
      #expect(daemon.count(inLog: "it does not read its standard input") == 1)
    }

    @Test func whatAProgramLeftIsGoneBeforeItIsBack() throws {
      let daemon = try SourceDaemon(
        "bad: {run: [python3, bad.py], keys: bad.*}",
        programs: [
          "bad.py": HostileSource.prelude + """
            if os.fork() == 0:
                os.setsid()
                wait()
            say('{"bad.pid": %d}\\n' % os.getpid())
            wait()
            """
        ])
      let first = try daemon.wait(for: "bad.pid")
      #expect(try daemon.waitForOffspring(3) == 3, "a runner, a program and its child")
      #expect(kill(Int32(try #require(first.int)), SIGKILL) == 0)
      try daemon.wait(for: "bad.pid") { $0 != first }
      #expect(try daemon.waitForOffspring(3) == 3)
    }

    @Test func aReloadEndsWhatWillNotGo() throws {
      let daemon = try SourceDaemon(
        "bad: {run: [python3, bad.py], keys: bad.*}",
        programs: [
          "bad.py": HostileSource.prelude + """
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            well()
            wait()
            """
        ])
      try daemon.wait(for: "bad.well")
      try daemon.reload("good: {run: [sleep, '1000'], keys: good}")
      #expect(try daemon.waitForOffspring(2) == 2)
      try daemon.wait("good", is: "running")
    }
  }
}
