import Glibc
import TestSupport
import Testing

/// A `buttond-surface` on a port that nothing else has; killed when the object is released.
final class Surface {
  let program: Program
  let port: UInt16
  private let daemon: DaemonProcess
  private let folder = TemporaryFolder()

  /// Starts one, the installed one by default, with what its file says besides the port, and waits
  /// until it listens.
  init(_ daemon: DaemonProcess, _ rules: String, program copy: String? = nil) throws {
    self.daemon = daemon
    port = try FreePort.find()
    let path = folder.write(
      "listen: [\"127.0.0.1\"]\nport: \(port)\n" + rules, to: "surface.yaml")
    program = try Program(
      try copy ?? Surface.path, ["--config", path, "--socket", daemon.socketPath])
    let line = try program.nextLine()
    guard line == "waiting for decks on 127.0.0.1:\(port)" else {
      throw TestFailure("the surface said \(line ?? "nothing"):\n\(program.log)")
    }
  }

  /// The installed program.
  static var path: String {
    get throws { "\(try InstalledPrefix().path)/bin/buttond-surface" }
  }

  /// A copy of the installed program in a folder, beside which a script draws, or nothing.
  static func copy(to folder: TemporaryFolder, painter: String? = nil) throws -> String {
    try Folder.make(folder.file("bin"))
    try #require(symlink("\(try InstalledPrefix().path)/lib", folder.file("lib")) == 0)
    let program = folder.file("bin/buttond-surface")
    // Copied by another process: of this one's open files others that start know too.
    try #require(try Program.run("/bin/cp", [try path, program]).end == .exited(0))
    if let painter {
      let script = folder.write(painter, to: "bin/buttond-raster")
      try #require(chmod(script, 0o755) == 0)
    }
    return program
  }

  /// The installed program that draws.
  static var raster: String {
    get throws { "\(try InstalledPrefix().path)/libexec/buttond/buttond-raster" }
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
