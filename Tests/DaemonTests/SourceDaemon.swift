import Glibc
import TestSupport

/// A daemon with sources, and an innocent button beside them.
final class SourceDaemon {
  let files: ConfiguredFolder
  let process: DaemonProcess
  let client: TestClient
  /// What every process that the daemon starts for a source has in its environment.
  private let token: String

  /// Figures that are shorter than the documented ones.
  static let figures =
    "backoffMs=20,backoffCapMs=50,stopGraceMs=200,outputGraceMs=200,killGraceMs=300"

  private static let innocent = """
    buttons:
      innocent: {style: filled, isSelected: {state: calm.isOn}}

    """

  /// Starts a daemon with a mapping of sources; programs are files beside the configuration.
  init(
    _ sources: String, programs: [String: String] = [:], more: String = "",
    figures: String = SourceDaemon.figures, as identity: DaemonIdentity = .own
  ) throws {
    files = try ConfiguredFolder()
    for (name, text) in programs { files.folder.write(text, to: name) }
    files.configure(SourceDaemon.configuration(sources, more))
    token = "BUTTOND_TEST_TOKEN=\(files.folder.path)"
    try identity.own(files.folder.path)
    process = try DaemonProcess(
      in: TemporaryFolder(), files.arguments + ["--no-installed-plugins"],
      environment: [
        "BUTTOND_SOURCE_FIGURES": figures, "BUTTOND_TEST_TOKEN": files.folder.path,
      ], as: identity)
    client = try process.connect()
  }

  private static func configuration(_ sources: String, _ more: String) -> String {
    let lines = sources.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
    return "\(more)\n\(innocent)sources:\n\(lines)\n"
  }

  /// Has the daemon read another mapping of sources.
  func reload(_ sources: String, more: String = "") throws {
    files.configure(SourceDaemon.configuration(sources, more))
    try client.call("server.reload")
  }

  /// How a source is doing.
  func source(_ name: String) throws -> JSONTree {
    let sources = try client.call("sources.list")["sources"]?.elements ?? []
    guard let source = sources.first(where: { $0["name"]?.string == name }) else {
      throw TestFailure("there is no source \(name)")
    }
    return source
  }

  /// Waits until something holds of a source.
  @discardableResult
  func wait(
    for what: String, of name: String, _ holds: (JSONTree) -> Bool
  ) throws -> JSONTree {
    let deadline = Deadline()
    while true {
      let source = try source(name)
      if holds(source) { return source }
      guard !deadline.hasPassed else {
        throw TestFailure("\(what) never held of \(source.text)\n\(process.log)")
      }
    }
  }

  /// Waits until a source is in a state.
  @discardableResult
  func wait(_ name: String, is state: String) throws -> JSONTree {
    try wait(for: state, of: name) { $0["state"]?.string == state }
  }

  /// The value of a key; nil when it has none.
  func value(_ key: String) throws -> JSONTree? {
    try client.call("state.get", #"{"keys":["\#(key)"]}"#)["values"]?[key]
  }

  /// Waits until a key has a value that fits.
  @discardableResult
  func wait(for key: String, _ fits: (JSONTree) -> Bool = { _ in true }) throws -> JSONTree {
    let deadline = Deadline()
    while true {
      let value = try value(key)
      if let value, fits(value) { return value }
      guard !deadline.hasPassed else {
        throw TestFailure("\(key) is \(value?.text ?? "absent")\n\(process.log)")
      }
    }
  }

  /// How often a text is in the log.
  func count(inLog text: String) -> Int {
    process.log.split(separator: "\n").count { $0.contains(text) }
  }

  /// The longest time in milliseconds in which the innocent button followed a change, of some.
  func slowestOfInnocent(rounds: Int = 20) throws -> Double {
    let (watcher, _) = try process.watch("innocent")
    var slowest = 0.0
    for round in 0..<rounds {
      let start = Deadline.now
      let isOn = round % 2 == 0
      try client.call("state.set", #"{"values":{"calm.isOn":\#(isOn)}}"#)
      let frame = try watcher.nextFrame()
      guard frame.record("innocent") != nil else {
        throw TestFailure("a frame without the button: \(frame.text)")
      }
      slowest = max(slowest, Double(Deadline.now - start) / 1e6)
    }
    try client.call("state.set", #"{"values":{"calm.isOn":false}}"#)
    return slowest
  }

  /// The processes that live and were started for sources.
  func offspring() throws -> [Int32] {
    try ProcessFile.processes(withVariable: token).filter { $0 != process.processID }
  }

  /// Waits until there are that many; how many there were at last.
  func waitForOffspring(_ wanted: Int, by deadline: Deadline = Deadline(seconds: 20)) throws -> Int
  {
    while true {
      let count = try offspring().count
      if count == wanted || deadline.hasPassed { return count }
    }
  }
}
