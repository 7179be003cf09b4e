import Glibc
import TestSupport
import Testing

/// A daemon with sources, and an innocent button beside them.
final class SourceDaemon {
  let files: ConfiguredFolder
  let process: DaemonProcess
  private(set) var client: TestClient
  /// What every process that the daemon starts for a source has in its environment.
  private let token: String

  /// Figures that are shorter than the documented ones.
  static let figures =
    "backoffMs=20,backoffCapMs=50,stopGraceMs=200,outputGraceMs=200,killGraceMs=300"

  /// The system's Python: one of a version manager starts ten processes more each time.
  static let python = access("/usr/bin/python3", X_OK) == 0 ? "/usr/bin/python3" : "python3"

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
      in: TemporaryFolder(), files.arguments,
      environment: [
        "BUTTOND_SOURCE_FIGURES": figures, "BUTTOND_TEST_TOKEN": files.folder.path,
      ], as: identity)
    client = try process.connect()
  }

  /// The suite's daemon, with nothing of what earlier cases left, and a mapping of sources.
  static func shared(
    _ sources: String, programs: [String: String] = [:], figures: String = SourceDaemon.figures
  ) throws -> SourceDaemon {
    let daemon = try Shared.one("sources \(figures)") { try SourceDaemon("{}", figures: figures) }
    for (name, text) in programs { daemon.files.folder.write(text, to: name) }
    try daemon.rest()
    try daemon.reload(sources)
    return daemon
  }

  /// Ends all sources, waits until their processes are gone, and forgets what they and clients said.
  func rest() throws {
    client = try process.connect()
    try reload("{}")
    #expect(try waitForOffspring(0) == 0)
    client.close()
    try process.clear(butFor: ["innocent"])
    client = try process.connect()
    process.forgetLog()
  }

  private static func configuration(_ sources: String, _ more: String) -> String {
    let lines = sources.split(separator: "\n").map { "\n  \($0)" }.joined()
    return "\(more)\n\(innocent)sources: \(sources == "{}" ? sources : lines)\n"
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
    var last: JSONTree?
    return try TestSupport.wait(for: "\(what): \(last?.text ?? "")\n\(log)") {
      last = try source(name)
      return last.flatMap { holds($0) ? $0 : nil }
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
    var last: JSONTree?
    return try TestSupport.wait(for: "\(key), which is \(last?.text ?? "absent")\n\(log)") {
      last = try value(key)
      return last.flatMap { fits($0) ? $0 : nil }
    }
  }

  /// What the present case had logged.
  var log: String { process.log }

  /// How often a text is in the log.
  func count(inLog text: String) -> Int {
    log.split(separator: "\n").count { $0.contains(text) }
  }

  /// Has the innocent button follow some changes.
  func serveInnocent(rounds: Int = 20) throws {
    let (watcher, _) = try process.watch("innocent")
    for round in 0..<rounds {
      let isOn = round % 2 == 0
      try client.call("state.set", #"{"values":{"calm.isOn":\#(isOn)}}"#)
      let frame = try watcher.nextFrame()
      guard frame.record("innocent") != nil else {
        throw TestFailure("a frame without the button: \(frame.text)")
      }
    }
    try client.call("state.set", #"{"values":{"calm.isOn":false}}"#)
  }

  /// The processes that live and were started for sources.
  func offspring() throws -> [Int32] {
    try ProcessFile.processes(withVariable: token).filter { $0 != process.processID }
  }

  /// Waits until there are that many; how many there were at last.
  func waitForOffspring(_ wanted: Int) throws -> Int {
    var count = 0
    func isReached() throws -> Bool {
      count = try offspring().count
      return count == wanted
    }
    try? TestSupport.wait(for: "\(wanted) processes", isReached)
    return count
  }
}
