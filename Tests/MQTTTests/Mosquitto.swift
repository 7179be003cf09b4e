import Glibc
import TestSupport

/// A real broker on a port of 127.0.0.1, for one test.
final class Mosquitto {
  let port: UInt16
  private let folder = TemporaryFolder()
  private let settings: String
  private(set) var program: Program?

  /// Starts a broker; `settings` are lines of its configuration, in which `PORT` is its port.
  init(_ settings: String = "allow_anonymous true\n", port: UInt16? = nil) throws {
    self.port = try port ?? FreePort.find()
    self.settings =
      "listener \(self.port) 127.0.0.1\nuser root\npersistence true\n"
      + "autosave_interval 1\nautosave_on_changes true\nmax_queued_messages 0\n"
      + "persistence_location \(folder.path)/\nlog_type all\n" + settings
    try start()
  }

  /// Starts it again, with what it has kept.
  func start() throws {
    let path = folder.write(settings, to: "mosquitto.conf")
    let program = try Program("/usr/sbin/mosquitto", ["-c", path])
    self.program = program
    try program.waitForLog("running")
  }

  /// Kills it as if the power had failed.
  func kill() throws {
    program?.kill(SIGKILL)
    try program?.waitForEnd()
  }

  /// Stops it in order and starts it again: what it has kept is there.
  func restart() throws {
    program?.kill(SIGTERM)
    try program?.waitForEnd()
    try start()
  }

  /// Sends a message with the broker's own client.
  func publish(_ topic: String, _ payload: String, _ options: [String] = []) throws {
    let (end, _, error) = try Program.run(
      "mosquitto_pub", ["-h", "127.0.0.1", "-p", "\(port)", "-t", topic, "-m", payload] + options)
    guard end == .exited(0) else { throw TestFailure("mosquitto_pub: \(error)") }
  }

  /// Sends a message for each line of a file: topic, space, payload; all retained.
  func publishAll(_ messages: [(topic: String, payload: String)]) throws {
    for (topic, payload) in messages { try publish(topic, payload, ["-r", "-q", "1"]) }
  }

  /// Subscribes, with a client that prints each line at once; each line is a topic, a space and a payload.
  func subscribe(_ topics: [String], _ options: [String] = []) throws -> Subscriber {
    let program = try Program(
      "stdbuf",
      ["-oL", "mosquitto_sub", "-h", "127.0.0.1", "-p", "\(port)", "-v", "-d"]
        + topics.flatMap { ["-t", $0] } + options)
    return try Subscriber(program)
  }
}

/// The broker's client that prints messages.
final class Subscriber {
  private let program: Program
  private var lines: [String] = []

  /// Waits until it has subscribed. What the broker has kept may come before that.
  init(_ program: Program) throws {
    self.program = program
    while let line = try program.nextLine() {
      if line.hasPrefix("Subscribed") { return }
      lines.append(line)
    }
    throw TestFailure("the subscriber has ended:\n\(program.log)")
  }

  /// The payload of the next message of a topic.
  func nextMessage(of topic: String, from bridge: BridgeProcess? = nil) throws -> String {
    do {
      while let line = try lines.isEmpty ? program.nextLine() : lines.removeFirst() {
        if line.hasPrefix("\(topic) ") { return String(line.dropFirst(topic.utf8.count + 1)) }
      }
    } catch {
      throw TestFailure(
        "no message of \(topic): \(error); the bridge: \(bridge?.program.log ?? "")")
    }
    throw TestFailure("the subscriber has ended:\n\(program.log)")
  }
}
