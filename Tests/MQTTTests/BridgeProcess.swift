import TestSupport

/// An installed bridge for one test; killed when the object is released.
final class BridgeProcess {
  let program: Program
  private let folder = TemporaryFolder()
  private let daemon: DaemonProcess

  /// Starts a bridge between a daemon and a broker's port.
  init(
    _ daemon: DaemonProcess, port: UInt16, broker: String = "", _ rules: String,
    files: [String: String] = [:]
  ) throws {
    self.daemon = daemon
    for (name, contents) in files { folder.write(contents, to: name) }
    let path = folder.write(
      "broker:\n  host: 127.0.0.1\n  port: \(port)\n  clientId: bridge\n" + broker + rules,
      to: "mqtt.yaml")
    program = try Program(
      "\(try InstalledPrefix().path)/bin/buttond-mqtt",
      ["--config", path, "--socket", daemon.socketPath])
  }

  /// Waits until it has said a line that begins so.
  func waitFor(_ beginning: String) throws {
    while let line = try program.nextLine() {
      if line.hasPrefix(beginning) { return }
    }
    throw TestFailure("the bridge has ended:\n\(program.log)")
  }

  /// Waits until it has both sides.
  func waitUntilSubscribed() throws {
    var missing = ["subscribed to", "connected to the daemon"]
    while !missing.isEmpty {
      guard let line = try program.nextLine() else {
        throw TestFailure("the bridge has ended:\n\(program.log)")
      }
      missing.removeAll { line.hasPrefix($0) }
    }
  }

  /// The most memory that it has had, in bytes.
  var mostMemory: Int {
    get throws {
      let status = try ProcessFile.text("/proc/\(program.processID)/status")
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
      let words = line.split(separator: " ")
      return (words.count > 1 ? Int(words[1]) ?? 0 : 0) << 10
    }
  }
}
