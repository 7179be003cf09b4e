import Glibc
import TestSupport
import Testing

/// What the doctor finds in the state folder and at the gateway, and how it is printed.
extension DaemonTests.DoctorTests {
  // MARK: State

  @Test func stateThatIsDamagedIsFound() throws {
    let state = folder.file("kept")
    try Folder.make(state)
    try FileBytes.write([UInt8](repeating: 0xFF, count: 4_096), to: "\(state)/buttond.sqlite")
    let problem = try visit(folder.file("b.sock"), ["--state", state]).problems("state")
    #expect(problem.count == 1)
    #expect(problem.first?.hasPrefix("\(state)/buttond.sqlite: ") == true, "\(problem)")
    let restore = "buttonctl restore FILE --state '\(state)'"
    #expect(problem.first?.contains(restore) == true, "\(problem)")
  }

  @Test func whatIsOnlyAssumedIsSaidToBe() throws {
    let state = "\(folder.file("state"))/buttond"
    try Folder.make(folder.file("state"))
    let daemon = try DaemonProcess(in: folder, ["--state", state])
    _ = try daemon.stop()
    let findings = try visit(folder.file("b.sock")).findings
    let texts = findings.reduce(into: [:]) { $0[$1.check] = $1.text }
    #expect(texts["state"] == "\(state), where a start without --state keeps it, is whole")
    #expect(texts["plugins"] == "nothing is wrong in their folders; a daemon says how they run")
    #expect(texts["sources"] == "none are configured")
    let named = try visit(folder.file("b.sock"), ["--state", state]).findings
    #expect(named.contains { $0.check == "state" && $0.text == "\(state) is whole" })
  }

  @Test(.enabled(if: SmallDisk.isAvailable))
  func aDiskThatIsFullIsFoundWhetherTheDaemonRunsOrNot() throws {
    let disk = try SmallDisk(kibibytes: 4_096)
    let daemon = try DaemonProcess(
      in: folder, ["--state", "\(disk.path)/state"])
    let client = try daemon.connect()
    try client.call("state.set", #"{"values":{"a":1}}"#)
    try client.wait(until: "unsaved", is: 0)
    let filler = disk.fill()
    let running = try visit(daemon.socketPath).soleProblem("state")
    #expect(running.contains("No space left on device"), "\(running)")
    #expect(running.contains("Make space on its file system"), "\(running)")
    _ = try daemon.stop()
    let down = try visit(daemon.socketPath, ["--state", "\(disk.path)/state"]).problems("state")
    #expect(down.first?.contains("No space left on device") == true, "\(down)")
    filler.remove()
  }

  @Test(.enabled(if: SmallDisk.isAvailable))
  func aStateFolderThatCannotBeWrittenIsFound() throws {
    let disk = try SmallDisk(kibibytes: 4_096)
    let state = "\(disk.path)/state"
    try Folder.make(state)
    disk.setReadOnly(true)
    defer { disk.setReadOnly(false) }
    let down = try visit(folder.file("b.sock"), ["--state", state]).problems("state")
    #expect(down.first?.contains("Read-only file system") == true, "\(down)")
  }

  @Test func stateThatIsNoFolderIsFound() throws {
    let path = folder.write("", to: "kept")
    let problem = try visit(folder.file("b.sock"), ["--state", path]).problems("state")
    #expect(problem.first?.hasPrefix("\(path): is not a folder | ") == true, "\(problem)")
  }

  // MARK: The gateway

  /// A gateway that listens, and its page.
  func gateway(
    _ daemon: DaemonProcess, token: String, _ more: [String] = [],
    as identity: DaemonIdentity = .own, of prefix: InstalledPrefix? = nil
  ) throws -> (program: Program, place: String) {
    let port = try FreePort.find()
    let words = ["--socket", daemon.socketPath, "--listen", "127.0.0.1", "--port", "\(port)"]
    let command = identity.command(
      "\(try prefix?.path ?? InstalledPrefix().path)/bin/buttond-gateway",
      words + ["--token-file", token] + more)
    let program = try Program(command.path, command.arguments)
    _ = try program.nextLine()
    return (program, "http://127.0.0.1:\(port)/")
  }

  @Test func aGatewayWithoutItsTokenFileIsFound() throws {
    let daemon = try Shared.daemon()
    let token = folder.file("token")
    let (gateway, place) = try gateway(daemon, token: token)
    let well = try visit(daemon.socketPath)
    #expect(
      well.findings.contains {
        $0.text == "pages are served at \(place), token in \(token)" && $0.level == "ok"
      }, "\(well.findings)")
    #expect(unlink(token) == 0)
    let problem = try visit(daemon.socketPath).soleProblem("gateway")
    #expect(
      problem.hasPrefix("the token file of the gateway at \(place) is gone: \(token) | "),
      "\(problem)")
    #expect(problem.contains("kill \(gateway.processID)"), "\(problem)")
  }

  @Test func aTokenFileThatTheGatewayCannotReadIsFound() throws {
    let daemon = try Shared.daemon()
    let token = folder.file("token")
    let (gateway, place) = try gateway(daemon, token: token)
    #expect(chmod(token, 0) == 0)
    let problem = try visit(daemon.socketPath).soleProblem("gateway")
    #expect(
      problem.hasPrefix("the token file of the gateway at \(place) is unusable: "), "\(problem)")
    #expect(problem.contains("chmod 600 '\(token)'"), "\(problem)")
    withExtendedLifetime(gateway) {}
  }

  @Test func aTokenThatTheGatewayRefusesIsFound() throws {
    let daemon = try Shared.daemon()
    let token = folder.file("token")
    let (gateway, place) = try gateway(daemon, token: token)
    folder.write(String(repeating: "0", count: 64) + "\n", to: "token")
    let problem = try visit(daemon.socketPath).soleProblem("gateway")
    #expect(
      problem.hasPrefix(
        "the gateway at \(place) refuses the token in \(token): a page that is opened with it may not press "
          + "(the token is wrong: "), "\(problem)")
    #expect(problem.contains("kill \(gateway.processID)"), "\(problem)")
  }

  @Test func aGatewayThatHasLostItsPageIsFound() throws {
    let daemon = try Shared.daemon()
    let page = folder.write("page", to: "index.html")
    let (gateway, place) = try gateway(
      daemon, token: folder.file("token"), ["--web", folder.path])
    #expect(try visit(daemon.socketPath).problems("gateway").isEmpty)
    #expect(unlink(page) == 0)
    let problem = try visit(daemon.socketPath).soleProblem("gateway")
    #expect(
      problem.hasPrefix("the gateway at \(place) does not serve its page: /: "), "\(problem)")
    withExtendedLifetime(gateway) {}
  }

  @Test func aGatewayThatLetsNobodyPressIsNoted() throws {
    let daemon = try Shared.daemon()
    let gateway = try gateway(daemon, token: folder.file("token"), ["--role", "read"])
    let found = try visit(daemon.socketPath).findings.filter { $0.check == "gateway" }
    #expect(found.map(\.level) == ["note"])
    #expect(found.first?.text.contains("may look and not press") == true, "\(found)")
    withExtendedLifetime(gateway) {}
  }

  @Test func aGatewayOfAnotherDaemonIsLeftAlone() throws {
    let daemon = try Shared.daemon()
    let other = try Shared.bareDaemon()
    // It found its daemon by its own environment, which is not that of the doctor.
    let gateway = try Program(
      "\(InstalledPrefix().path)/bin/buttond-gateway",
      ["--port", "0", "--token-file", folder.file("token")],
      environment: ["BUTTOND_SOCKET": other.socketPath])
    _ = try gateway.nextLine()
    try gateway.pause()
    let here = try visit(nil, environment: ["BUTTOND_SOCKET": daemon.socketPath])
    #expect(here.end == .exited(0), "\(here.findings)")
    let there = try visit(nil, environment: ["BUTTOND_SOCKET": other.socketPath])
    #expect(there.problems("gateway").count == 1, "\(there.findings)")
    gateway.kill(SIGCONT)
  }

  @Test func aGatewaySaysAtItsStartThatThereIsNoDaemon() throws {
    let token = folder.file("token")
    let gateway = try Program(
      "\(InstalledPrefix().path)/bin/buttond-gateway",
      ["--socket", folder.file("b.sock"), "--port", "0", "--token-file", token])
    try gateway.waitForLog("buttond-gateway: cannot reach the daemon yet, pages wait for it: ")
  }

  @Test func aGatewayThatIsStoppedIsFound() throws {
    let daemon = try Shared.daemon()
    let gateway = try gateway(daemon, token: folder.file("token")).program
    try gateway.pause()
    let problem = try visit(daemon.socketPath).soleProblem("gateway")
    #expect(
      problem
        == "buttond-gateway, process \(gateway.processID) of \(Self.user), is stopped | Let it go on: "
        + "kill -CONT \(gateway.processID)")
    gateway.kill(SIGCONT)
  }

  @Test(.enabled(if: Identity.isAvailable))
  func aGatewayWhoseUserTheDaemonRefusesIsFound() throws {
    let daemon = try daemon(withRules: "{user: 54321, role: press}")
    let copy = TemporaryFolder()
    let prefix = try DaemonIdentity.nobody.prefix(copyingTo: copy)
    #expect(chmod(copy.path, 0o777) == 0)
    let (gateway, place) = try gateway(
      daemon, token: copy.file("token"), as: .nobody, of: prefix)
    // Root asks with that user's rights, so that user must be able to run the program.
    let problem = try visit(daemon.socketPath, client: prefix.client).soleProblem("gateway")
    #expect(
      problem.hasPrefix("the gateway at \(place) does not reach the daemon: "), "\(problem)")
    #expect(problem.contains("whether `access` lets user 65534 in"), "\(problem)")
    withExtendedLifetime(gateway) {}
  }

  static var user: String { geteuid() == 0 ? "root (0)" : "\(geteuid())" }

  // MARK: The report

  @Test func theReportFitsATerminal() throws {
    let path = folder.write("sokket: b\n", to: String(repeating: "c", count: 90) + ".yaml")
    let terminal = try PseudoTerminal(
      InstalledPrefix().client,
      ["--color", "never", "--socket", folder.file("b.sock"), "doctor", "--config", path],
      environment: ["HOME": folder.path])
    #expect(try terminal.waitForEnd() == .exited(1))
    let lines = String(decoding: terminal.output, as: UTF8.self).split(separator: "\r\n")
    #expect(lines.contains { $0.hasPrefix("problem  socket") })
    #expect(lines.contains { $0.hasPrefix("problem  configuration") })
    // Nothing is left out, and what is to be done stands behind an arrow.
    let words = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
    let advice = "did you mean 'socket'? → Mend the file, then: buttonctl reload"
    #expect(words.contains(advice), "\(words)")
    for line in lines where !line.contains("buttond --socket") {
      #expect(line.count <= 80, "\(line)")
    }
  }
}
