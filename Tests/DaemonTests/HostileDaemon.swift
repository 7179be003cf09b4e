import Glibc
import TestSupport
import Testing

/// A daemon with a hostile plugin, which has three buttons, and a neighbour.
final class HostileDaemon {
  /// What must be the same after any number of rounds.
  struct Footprint {
    var descriptors: Int
    var children: Int
    /// Processes anywhere that were started for the hostile plugin.
    var villains: Int
  }

  let hostile: HostileCase
  let process: DaemonProcess
  let client: TestClient
  /// Sees all frames.
  let watcher: TestClient
  /// Sees what becomes of plugins.
  let events: TestClient
  /// The hostile plugin, by a name that no other test's has.
  let plugin: String
  private let shelf = PluginShelf()

  private static let figures =
    "backoffMs=1,backoffCapMs=5,firstBatchFactor=1,batchTimeMs=10000,batchTimeCapMs=10000"
  private static let unused: Set = ["clock", "outline", "pill", "press", "themed"]
  private static let definition = #"{"id":"bad","style":"%/look","configuration":{"title":"Bad"}}"#

  /// Builds the plugins and starts the daemon as some user.
  init(_ hostile: HostileCase, as identity: DaemonIdentity) throws {
    self.hostile = hostile
    let folder = TemporaryFolder()
    plugin = "villain-\(getpid())"
    try shelf.add(hostile, as: plugin, socket: folder.file("buttond.sock"))
    try shelf.give(to: identity)
    // Fewer workers to wait for.
    let configuration = folder.write(
      "plugins:\n  disabled: [\(Self.unused.joined(separator: ", "))]\n", to: "buttond.yaml")
    process = try DaemonProcess(
      in: folder, shelf.arguments + ["--config", configuration],
      environment: ["BUTTOND_PLUGIN_FIGURES": Self.figures],
      as: identity)
    client = try process.connect()
    watcher = try process.connect()
    events = try process.connect()
    try events.call("plugins.subscribe")
    try waitForPlugins()
    try client.call("state.set", #"{"values":{"shop.mode":"good"}}"#)
    let others =
      #"{"id":"good1","style":"%/look"},{"id":"good2","style":"plain","handler":"%/say"},"#
    try define(others + #"{"id":"neighbour","style":"plain","handler":"checkout/count"},"#)
    try watcher.call("buttons.subscribe", #"{"match":"*"}"#)
  }

  /// Whether the plugin has a worker while nothing is done to it.
  var isServed: Bool { hostile.place == .resolve || hostile.outcome == .harmless }

  /// Waits until the plugins run, the hostile one too where it can.
  func waitForPlugins() throws {
    try process.waitForPlugins(but: isServed ? Self.unused : Self.unused.union([plugin]))
  }

  /// Defines the button that does harm, and others.
  func define(_ others: String = "") throws {
    let buttons = (others + Self.definition).replacing("%", with: plugin)
    try client.call("buttons.define", #"{"buttons":[\#(buttons)],"wait":"published"}"#)
  }

  /// The plugin as clients see it.
  func status() throws -> JSONTree {
    let plugins = try client.call("plugins.list")["plugins"]?.elements ?? []
    guard let status = plugins.first(where: { $0["name"]?.string == plugin }) else {
      throw TestFailure("the plugin is not there")
    }
    return status
  }

  /// Waits until the plugin is in a state.
  func wait(for state: String) throws {
    let deadline = Deadline()
    while try status()["state"]?.string != state {
      guard !deadline.hasPassed else {
        throw TestFailure("not \(state): \(try status().text)\n\(process.log)")
      }
    }
  }

  /// Whether what was to be reported is in the log, on a line with the plugin's name.
  var isReported: Bool {
    process.log.split(separator: "\n").contains {
      $0.contains(hostile.report) && $0.contains("plugin=org.example.\(plugin)")
    }
  }

  /// What it holds, when nothing is under way.
  func footprint() throws -> Footprint {
    Footprint(
      descriptors: try ProcessFile.descriptorCount(of: process.processID),
      children: try process.workers().count,
      villains: try ProcessFile.processes(with: "org.example.\(plugin)").count)
  }

  /// Waits until it holds no more than it did.
  func settle(to before: Footprint) throws -> Footprint {
    let deadline = Deadline()
    while true {
      let now = try footprint()
      let isSettled =
        now.children == before.children && now.villains == before.villains
        && now.descriptors <= before.descriptors
      if isSettled || deadline.hasPassed { return now }
    }
  }
}

extension PluginShelf {
  /// Builds a hostile plugin.
  fileprivate func add(_ hostile: HostileCase, as name: String, socket: String) throws {
    func filled(_ text: String) -> String {
      text.replacing("%SOCKET%", with: socket).replacing("%ID%", with: "org.example.\(name)")
        .replacing("%LIBRARY%", with: path(name, "libPlugin.so"))
    }
    let code = filled(hostile.code)
    var declarations = filled(hostile.declarations)
    if hostile.place == .constructor {
      declarations += "\n__attribute__((constructor)) static void at_start(void) { \(code) }"
    }
    let deadlines =
      switch (hostile.hangs, hostile.place) {
      case (true, .resolve): #"{"batchBudgetMs":1000}"#
      case (true, _): #"{"startTimeoutMs":300,"batchBudgetMs":300}"#
      case (false, _): "{}"
      }
    let extras = #""limits": \#(deadlines), "permissions": \#(hostile.permissions), "reads""#
    try add(
      name,
      resolve: """
        btn_value id;
        get_text(request, "state.shop.mode", text);
        if (strcmp(text, "bad") == 0 && host->get(request, key("button.id"), &id) == BTN_OK
            && id.len == 3) {
          \(hostile.place == .resolve ? code : "")
        }
        set_text(request, "title", text);
        """, create: hostile.place == .create ? code : "", declarations: declarations,
      manifest: PluginShelf.manifest(name).replacing(#""reads""#, with: extras))
  }
}
