import TestSupport

/// A `buttond-surface` on a port that nothing else has; killed when the object is released.
final class Surface {
  let program: Program
  let port: UInt16
  private let daemon: DaemonProcess
  private let folder = TemporaryFolder()

  /// Starts one with what its file says besides the port, and waits until it listens.
  init(_ daemon: DaemonProcess, _ rules: String) throws {
    self.daemon = daemon
    port = try FreePort.find()
    let path = folder.write(
      "listen: [\"127.0.0.1\"]\nport: \(port)\n" + rules, to: "surface.yaml")
    program = try Program(
      try Surface.path, ["--config", path, "--socket", daemon.socketPath])
    let line = try program.nextLine()
    guard line == "waiting for decks on 127.0.0.1:\(port)" else {
      throw TestFailure("the surface said \(line ?? "nothing"):\n\(program.log)")
    }
  }

  /// The installed program.
  static var path: String {
    get throws { "\(try InstalledPrefix().path)/bin/buttond-surface" }
  }

  /// Reads what it has printed, as it waits when nobody does.
  func forgetOutput() {
    while (try? program.nextLine(by: Deadline(seconds: 0))) != nil {}
  }

  /// A new connection to it.
  func connect(receiveBuffer: Int32? = nil) throws -> SatelliteClient {
    try SatelliteClient(self, receiveBuffer: receiveBuffer)
  }
}
