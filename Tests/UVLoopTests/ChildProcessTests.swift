import Glibc
import TestSupport
import Testing

@testable import UVLoop

extension UVLoopSuite {
  @Suite struct ChildProcessTests {
    /// Runs a shell script whose descriptor 3 is a pipe and returns what it wrote there.
    func output(
      _ script: String, environment: [String: String] = [:], directory: String? = nil,
      stdio: [ChildProcess.Slot] = [.null, .null, .null, .pipe]
    ) throws -> (String, ChildProcess.Exit?) {
      var exit: ChildProcess.Exit?
      let collector = Collector(onEnd: { $0.close() })
      try withLoop { loop in
        let child = try ChildProcess(
          .init(
            "/bin/sh", arguments: ["-c", script], environment: environment,
            workingDirectory: directory, stdio: stdio), on: loop
        ) { exit = $0 }
        try #require(child.pipes[3]).startReading(collector)
        loop.run()
        #expect(child.isClosed)
        #expect(!child.isRunning)
      }
      return (collector.text, exit)
    }

    @Test(arguments: [Int32(0), 1, 7, 255])
    func theExitStatusArrives(status: Int32) throws {
      let (_, exit) = try output("exit \(status)")
      #expect(exit == ChildProcess.Exit(status: status, signal: 0))
    }

    @Test(arguments: [SIGTERM, SIGKILL, SIGABRT])
    func theSignalThatEndedItArrives(signal: Int32) throws {
      try withLoop { loop in
        var exit: ChildProcess.Exit?
        let child = try ChildProcess(
          .init("/bin/sleep", arguments: ["600"], stdio: []), on: loop
        ) { exit = $0 }
        #expect(child.isRunning)
        #expect(Glibc.kill(child.pid, 0) == 0)
        try child.kill(signal)
        loop.run()
        #expect(exit == ChildProcess.Exit(status: 0, signal: signal))
        let error = #expect(throws: UVError.self) { try child.kill(signal) }
        #expect(error?.code == .noSuchProcess)
      }
    }

    @Test func descriptorThreeIsABlockingStreamBothWays() throws {
      try withLoop { loop in
        let child = try ChildProcess(
          .init(
            "/bin/sh", arguments: ["-c", "exec /bin/cat <&3 >&3"],
            stdio: [.null, .null, .null, .pipe]), on: loop
        ) { #expect($0 == ChildProcess.Exit(status: 0, signal: 0)) }
        let pipe = try #require(child.pipes[3])
        #expect(child.pipes.count == 1)
        let collector = Collector(onEnd: { $0.close() })
        try pipe.startReading(collector)
        let sent = [UInt8](repeating: 65, count: 1 << 20)
        try pipe.write(sent)
        try pipe.shutdown()
        loop.run()
        #expect(collector.bytes == sent)
      }
    }

    @Test func theEnvironmentIsTheGivenOneAlone() throws {
      let (text, _) = try output("/usr/bin/env >&3", environment: ["ONE": "1", "TWO": "a b=c"])
      let lines = text.split(separator: "\n").filter { !$0.hasPrefix("PWD=") && $0.first != "_" }
      #expect(Set(lines.filter { !$0.hasPrefix("SHLVL") }) == ["ONE=1", "TWO=a b=c"])
    }

    @Test func theWorkingDirectoryIsTheGivenOne() throws {
      let folder = TemporaryFolder()
      #expect(try output("pwd >&3", directory: folder.path).0 == folder.path + "\n")
    }

    @Test func anInheritedDescriptorIsShared() throws {
      let folder = TemporaryFolder()
      let file = open(folder.file("out"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      defer { close(file) }
      _ = try output(
        "echo shared >&4", stdio: [.null, .null, .null, .pipe, .inherit(file)])
      var bytes = [UInt8](repeating: 0, count: 16)
      #expect(pread(file, &bytes, 16, 0) == 7)
    }

    /// In a process of its own, where nobody opens a descriptor between the look at them all and the
    /// start of the child.
    @Test(.inOwnProcess) func nothingElseIsInherited() throws {
      let folder = TemporaryFolder()
      try withLoop { loop in
        let server = try PipeServer(bindingTo: folder.file("socket"), on: loop)
        try server.listen { _ in }
        _ = try pipePair(on: loop)
        let heedless = open(folder.write("x", to: "file"), O_RDONLY)
        defer { close(heedless) }
        #expect(fcntl(heedless, F_GETFD) & FD_CLOEXEC == 0)
        let (text, _) = try output("/bin/ls /proc/self/fd >&3")
        // 4 is the folder that ls reads.
        #expect(text.split(separator: "\n") == ["0", "1", "2", "3", "4"])
      }
    }

    @Test func signalsHaveTheirDefaultsInTheChild() throws {
      let (text, _) = try output("/bin/grep -E 'SigIgn|SigBlk' /proc/self/status >&3")
      for line in text.split(separator: "\n") {
        let signals = UInt64(line.suffix(16), radix: 16) ?? .max
        // The thread library keeps the signals from 32 on for itself.
        #expect(signals & 0x7FFF_FFFF == 0, "\(line)")
      }
      #expect(!text.isEmpty)
    }

    @Test(
      .inOwnProcess,
      arguments: [
        ("/nonexistent/program", UVError.Code.noSuchFile), ("/etc/passwd", .accessDenied),
      ])
    func aProgramThatCannotRunIsReportedAtOnce(program: String, code: UVError.Code) throws {
      try withLoop { loop in
        func start() throws {
          let error = #expect(throws: UVError.self) {
            _ = try ChildProcess(
              .init(program, stdio: [.null, .pipe, .null, .pipe]), on: loop
            ) { _ in Issue.record("it never ran") }
          }
          #expect(error?.code == code)
          #expect(error?.operation == "spawn")
          #expect(error?.subject == program)
          while loop.liveHandles > 1 && loop.run(.oneTurn) {}
        }
        // The first opens what the loop keeps for all children.
        try start()
        let process = try LoneProcess()
        let before = try process.descriptorCount
        for _ in 0..<scaled(100, few: 20) { try start() }
        #expect(try process.descriptorCount == before)
      }
    }

    @Test func killingTheGroupReachesGrandchildren() throws {
      try withLoop { loop in
        var exit: ChildProcess.Exit?
        let child = try ChildProcess(
          .init(
            "/bin/sh", arguments: ["-c", "/bin/sleep 600 & echo ready >&3; wait"],
            stdio: [.null, .null, .null, .pipe], hasOwnSession: true), on: loop
        ) { exit = $0 }
        #expect(getpgid(child.pid) == child.pid)
        #expect(getsid(child.pid) == child.pid)
        // The end of the pipe comes when the grandchild, which inherited it, is dead too.
        let collector = Collector(
          onRead: { _ in #expect(throws: Never.self) { try child.killGroup(SIGKILL) } },
          onEnd: { $0.close() })
        try #require(child.pipes[3]).startReading(collector)
        loop.run()
        #expect(collector.hasEnded)
        #expect(exit?.signal == SIGKILL)
      }
    }

    @Test func whatAProgramLeftBehindCanBeKilledWhenItEnds() throws {
      try withLoop { loop in
        var child: ChildProcess?
        var isKilled = false
        child = try ChildProcess(
          .init(
            "/bin/sh", arguments: ["-c", "/bin/sleep 600 & exit 3"],
            stdio: [.null, .null, .null, .pipe], hasOwnSession: true), on: loop
        ) { exit in
          #expect(exit.status == 3)
          isKilled = (try? child?.killGroup(SIGKILL)) != nil
        }
        let collector = Collector(onEnd: { $0.close() })
        try #require(child?.pipes[3]).startReading(collector)
        loop.run()
        #expect(isKilled)
        #expect(collector.hasEnded, "the sleeping grandchild held the other end")
        child = nil
      }
    }

    @Test(arguments: [false, true])
    func closingARunningProcessKillsAndReapsIt(hasOwnSession: Bool) throws {
      try withLoop { loop in
        let child = try ChildProcess(
          .init("/bin/sleep", arguments: ["600"], stdio: [], hasOwnSession: hasOwnSession),
          on: loop
        ) { _ in Issue.record("a closed process reports nothing") }
        let pid = child.pid
        var ends = 0
        child.close { ends += 1 }
        child.close { ends += 1 }
        loop.run()
        #expect(ends == 2)
        #expect(child.isClosed)
        #expect(waitpid(pid, nil, WNOHANG) == -1 && errno == ECHILD, "no zombie is left")
      }
    }

    @Test func manyProcessesAreToldApart() throws {
      try withLoop { loop in
        var statuses: [Int32: Int32] = [:]
        for status in Int32(0)..<20 {
          _ = try ChildProcess(
            .init("/bin/sh", arguments: ["-c", "exit \(status)"], stdio: []), on: loop
          ) { statuses[status] = $0.status }
        }
        loop.run()
        #expect(statuses.count == 20)
        #expect(statuses.allSatisfy { $0 == $1 })
      }
    }
  }
}
