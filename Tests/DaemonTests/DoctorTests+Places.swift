import Glibc
import TestSupport
import Testing

/// What the doctor finds in the state folder and at the gateway, and how it is printed.
extension DaemonTests.DoctorTests {
  // MARK: State

  @Test func stateThatIsDamagedIsFound() throws {
    let state = folder.file("kept")
    let daemon = try DaemonProcess(in: folder, ["--no-installed-plugins", "--state", state])
    try daemon.connect().call("state.set", #"{"values":{"a":1}}"#)
    _ = try daemon.stop()
    var bytes = try FileBytes.read("\(state)/buttond.sqlite")
    for index in 0..<64 { bytes[index] = 0xFF }
    try FileBytes.write(bytes, to: "\(state)/buttond.sqlite")
    let problem = try visit(daemon.socketPath, ["--state", state]).problems("state")
    #expect(problem.count == 1)
    #expect(problem.first?.hasPrefix("\(state)/buttond.sqlite: ") == true, "\(problem)")
    #expect(problem.first?.contains("buttonctl restore FILE") == true, "\(problem)")
  }

  @Test(.enabled(if: SmallDisk.isAvailable))
  func aDiskThatIsFullIsFoundWhetherTheDaemonRunsOrNot() throws {
    let disk = try SmallDisk(kibibytes: 4_096)
    let daemon = try DaemonProcess(
      in: folder, ["--no-installed-plugins", "--state", "\(disk.path)/state"])
    try daemon.connect().call("state.set", #"{"values":{"a":1}}"#)
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
    let daemon = try DaemonProcess(in: folder, ["--no-installed-plugins", "--state", state])
    try daemon.connect().call("state.set", #"{"values":{"a":1}}"#)
    _ = try daemon.stop()
    disk.setReadOnly(true)
    defer { disk.setReadOnly(false) }
    let down = try visit(daemon.socketPath, ["--state", state]).problems("state")
    #expect(down.first?.contains("Read-only file system") == true, "\(down)")
  }

  @Test func stateThatIsNoFolderIsFound() throws {
    let path = folder.write("", to: "kept")
    let problem = try visit(folder.file("b.sock"), ["--state", path]).problems("state")
    #expect(problem.first?.hasPrefix("\(path): is not a folder | ") == true, "\(problem)")
  }

  @Test func aDaemonThatUsesTheStateElsewhereIsFound() throws {
    let state = folder.file("kept")
    let daemon = try DaemonProcess(in: folder, ["--no-installed-plugins", "--state", state])
    let problem = try visit(folder.file("other.sock"), ["--state", state]).problems("state")
    #expect(
      problem.first?.hasPrefix(
        "\(state) is used by another daemon, process \(daemon.processID) | ") == true,
      "\(problem)")
  }

  // MARK: The gateway

  private func gateway(
    _ daemon: DaemonProcess, token: String
  ) throws -> Program {
    let gateway = try Program(
      "\(InstalledPrefix().path)/bin/buttond-gateway",
      ["--socket", daemon.socketPath, "--port", "0", "--token-file", token])
    _ = try gateway.nextLine()
    return gateway
  }

  @Test func aGatewayWithoutItsTokenFileIsFound() throws {
    let daemon = try DaemonProcess(["--no-installed-plugins"])
    let token = folder.file("token")
    let gateway = try gateway(daemon, token: token)
    let well = try visit(daemon.socketPath)
    #expect(
      well.findings.contains {
        $0.text == "process \(gateway.processID), token in \(token)" && $0.level == "ok"
      }, "\(well.findings)")
    #expect(unlink(token) == 0)
    let problem = try visit(daemon.socketPath).soleProblem("gateway")
    #expect(problem.contains("is gone: \(token) (No such file or directory)"), "\(problem)")
  }

  @Test func aTokenFileThatTheGatewayCannotReadIsFound() throws {
    let daemon = try DaemonProcess(["--no-installed-plugins"])
    let token = folder.file("token")
    let gateway = try gateway(daemon, token: token)
    #expect(chmod(token, 0) == 0)
    let problem = try visit(daemon.socketPath).soleProblem("gateway")
    #expect(problem.contains("\(token), mode 0"), "\(problem)")
    #expect(problem.contains("chmod 600 '\(token)'"), "\(problem)")
    withExtendedLifetime(gateway) {}
  }

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
    #expect(lines.contains { $0.hasPrefix("problem  configuration") && $0.contains("…") })
    for line in lines where !line.hasPrefix(" ") { #expect(line.count <= 80, "\(line)") }
  }
}
