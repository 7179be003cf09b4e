import Glibc
import TestSupport
import Testing

/// A daemon to which hostile plugins come one after the other, while a neighbour's goes on.
final class HostileHome {
  let process: DaemonProcess
  let shelf: PluginShelf
  /// How many plugins have come.
  private var count = 0

  static let figures =
    "backoffMs=1,backoffCapMs=5,firstBatchFactor=1,batchTimeMs=10000,batchTimeCapMs=10000,"
    + "settleTimeMs=20,intensity=1"

  /// Starts the daemon as some user.
  init(as identity: DaemonIdentity, figures: String = HostileHome.figures) throws {
    shelf = try PluginShelf(for: identity)
    process = try DaemonProcess(
      in: TemporaryFolder(), shelf.arguments, plugins: [.checkout],
      environment: ["BUTTOND_PLUGIN_FIGURES": figures], as: identity)
    try process.waitForPlugins()
  }

  /// The name of a plugin that no other test's has.
  func nextName() -> String {
    count += 1
    return "villain-\(getpid())-\(count)"
  }
}

/// A hostile plugin, which has three buttons, in a daemon with a neighbour.
final class HostileDaemon {
  /// What must be the same when it has gone.
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
  /// The hostile plugin.
  let plugin: String
  /// What there was before the plugin came.
  private(set) var before = Footprint(descriptors: 0, children: 0, villains: 0)
  private let shelf: PluginShelf

  private static let ids = #"["bad","good1","good2","neighbour"]"#
  private static let definition = #"{"id":"bad","style":"%/look","configuration":{"title":"Bad"}}"#

  /// Builds the plugin and waits until it runs, where it can.
  init(_ hostile: HostileCase, in home: HostileHome) throws {
    self.hostile = hostile
    process = home.process
    shelf = home.shelf
    plugin = home.nextName()
    process.forgetLog()
    client = try process.connect()
    watcher = try process.connect()
    try client.call("state.set", #"{"values":{"shop.mode":"good"}}"#)
    try watcher.call("ping")
    before = try footprint()
    try shelf.add(hostile, as: plugin, socket: process.socketPath)
    try process.wait(forPlugin: plugin) { [isServed] in
      !isServed || $0["state"]?.string == "running"
    }
    let others =
      #"{"id":"good1","style":"%/look"},{"id":"good2","style":"plain","handler":"%/say"},"#
    try define(others + #"{"id":"neighbour","style":"plain","handler":"checkout/count"},"#)
    try watcher.call("buttons.subscribe", #"{"match":"*"}"#)
  }

  /// Whether the plugin has a worker while nothing is done to it.
  var isServed: Bool { hostile.place == .resolve || hostile.outcome == .harmless }

  /// Waits until the plugins run, the hostile one too where it can.
  func waitForPlugins() throws { try process.waitForPlugins(but: isServed ? [] : [plugin]) }

  /// Defines the button that does harm, and others.
  func define(_ others: String = "") throws {
    let buttons = (others + Self.definition).replacing("%", with: plugin)
    try client.call("buttons.define", #"{"buttons":[\#(buttons)],"wait":"published"}"#)
  }

  /// Takes the plugin and its buttons away; what is left, once it is no more than there was.
  func leave() throws -> Footprint {
    try client.call("buttons.remove", #"{"ids":\#(Self.ids)}"#)
    try client.call("plugins.subscribe")
    try shelf.remove(plugin)
    while true {
      let change = try client.nextNotification("plugin.changed")["plugin"]
      if change?["name"]?.string == plugin, change?["phase"]?.string == "gone" { break }
    }
    var now = before
    func isSettled() throws -> Bool {
      now = try footprint()
      return now.children == before.children && now.villains == 0
        && now.descriptors <= before.descriptors
    }
    try? TestSupport.wait(for: "the footprint from before", isSettled)
    return now
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
    try process.wait(forPlugin: plugin) { $0["state"]?.string == state }
  }

  /// What was logged since it is there.
  var log: String { process.log }

  /// Whether something is in the log, on a line with the plugin's name.
  func isLogged(_ text: String) -> Bool {
    log.split(separator: "\n").contains {
      $0.contains("plugin=org.example.\(plugin)") && $0.contains(text)
    }
  }

  /// What it holds, when nothing is under way.
  func footprint() throws -> Footprint {
    Footprint(
      descriptors: try ProcessFile.descriptorCount(of: process.processID),
      children: try process.workers().count,
      villains: try ProcessFile.processes(with: "org.example.\(plugin)").count)
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
