import Glibc
import TestSupport
import Testing

extension HostileDaemonTests {
  /// Sources that do harm cost nobody but themselves.
  @Suite(.serialized, .sharing) struct HostileSourceTests {
    private static let figures =
      SourceDaemon.figures + ",runTimeMs=500,runTimeCapMs=500,probeIntervalMs=3600000"

    /// Waits until it has done its harm, and says what does not hold of it.
    private func check(_ hostile: HostileSource, in daemon: SourceDaemon) throws {
      if hostile.isHeard { try daemon.wait(for: "bad.well") { $0 == .bool(true) } }
      try daemon.wait("bad", is: hostile.state)
      if let report = hostile.report {
        try daemon.process.waitForLog(report)
        #expect(daemon.count(inLog: report) == 1, "\(report)\n\(daemon.log.suffix(4_000))")
      }
      if hostile.isLost {
        try daemon.wait(for: "lost", of: "bad") { $0["lost"] == .bool(true) }
      }
      #expect(try daemon.value("calm.isOn") != .bool(true))
    }

    /// Twenty seconds in all: what dies too often, and what is polled, has half a second each time.
    @Test(arguments: HostileSource.all)
    func anInnocentButtonIsServedAndMemoryStaysFlat(hostile: HostileSource) throws {
      let daemon = try SourceDaemon.shared(
        hostile.configuration(), programs: hostile.files(), figures: Self.figures)
      try check(hostile, in: daemon)
      try daemon.serveInnocent()
      let before = try ProcessFile.residentKiB(of: daemon.process.processID)
      try daemon.serveInnocent(rounds: scaled(100))
      let after = try ProcessFile.residentKiB(of: daemon.process.processID)
      #expect(after - before < 8 << 10, "\(after - before) KiB more")
      #expect(daemon.log.utf8.count < 256 << 10)
      try daemon.rest()
    }

    @Test func nothingOutlivesADaemonThatIsKilled() throws {
      let all = HostileSource.all.enumerated().map { (name: "bad\($0)", hostile: $1) }
      let daemon = try SourceDaemon(
        all.map { $0.hostile.configuration(as: $0.name) }.joined(separator: "\n"),
        programs: all.reduce(into: [:]) { files, one in
          files.merge(one.hostile.files(as: one.name)) { $1 }
        }, figures: Self.figures)
      for (name, hostile) in all where hostile.isHeard {
        try daemon.wait(for: "\(name).well") { $0 == .bool(true) }
      }
      #expect(try !daemon.offspring().isEmpty)
      _ = try daemon.process.stop(SIGKILL)
      #expect(try daemon.waitForOffspring(0) == 0)
    }

    @Test func aProgramThatNeverReadsCostsNobody() throws {
      let daemon = try SourceDaemon.shared(
        "bad: {run: [sh, -c, 'echo \"{\\\"bad.well\\\": true}\"; exec sleep 1000'], keys: bad.*}",
        figures: Self.figures)
      let payload = String(repeating: "p", count: 4_000)
      try daemon.client.call(
        "buttons.define",
        #"{"buttons":[{"id":"b","style":"plain","action":{"source":"bad","payload":"\#(payload)"}}]}"#
      )
      try daemon.wait(for: "bad.well")
      for _ in 1...500 { try daemon.client.call("buttons.trigger", #"{"id":"b"}"#) }
      let before = try ProcessFile.residentKiB(of: daemon.process.processID)
      for _ in 1...2_000 { try daemon.client.call("buttons.trigger", #"{"id":"b"}"#) }
      try daemon.serveInnocent()
      let after = try ProcessFile.residentKiB(of: daemon.process.processID)
      #expect(after - before < Sanitizer.most(4 << 10), "\(after - before) KiB more")
      let dropped = try daemon.source("bad")["droppedActions"]?.int ?? 0
      #expect((2_400...2_500).contains(dropped), "\(dropped)")
      #expect(daemon.count(inLog: "it does not read its standard input") == 1)
    }

    @Test func whatAProgramLeftIsGoneBeforeItIsBack() throws {
      let daemon = try SourceDaemon.shared(
        "bad: {run: [\(SourceDaemon.python), bad.py], keys: bad.*}",
        programs: [
          "bad.py": HostileSource.prelude + """
            if os.fork() == 0:
                os.setsid()
                wait()
            say('{"bad.pid": %d}\\n' % os.getpid())
            wait()
            """
        ], figures: Self.figures)
      let first = try daemon.wait(for: "bad.pid")
      #expect(try daemon.waitForOffspring(3) == 3, "a runner, a program and its child")
      #expect(kill(Int32(try #require(first.int)), SIGKILL) == 0)
      try daemon.wait(for: "bad.pid") { $0 != first }
      #expect(try daemon.waitForOffspring(3) == 3)
    }

    @Test func aReloadEndsWhatWillNotGo() throws {
      let daemon = try SourceDaemon.shared(
        "bad: {run: [\(SourceDaemon.python), bad.py], keys: bad.*}",
        programs: [
          "bad.py": HostileSource.prelude + """
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            well()
            wait()
            """
        ], figures: Self.figures)
      try daemon.wait(for: "bad.well")
      try daemon.reload("good: {run: [sleep, '1000'], keys: good}")
      #expect(try daemon.waitForOffspring(2) == 2)
      try daemon.wait("good", is: "running")
    }
  }
}
