import Glibc
import TestSupport

extension Shared {
  /// A daemon of cases that do not disturb each other, with all shipped plugins, or those that the first case
  /// of a suite with its own says, and with nothing of what earlier cases left.
  static func daemon(plugins: Set<ShippedPlugin> = .all) throws -> DaemonProcess {
    try rested(plugins).daemon
  }

  /// The same with a configuration, files of buttons and the theme `shop`.
  static func daemon(
    configuredBy configuration: String, buttons: String? = nil, theme: String? = nil,
    plugins: Set<ShippedPlugin> = .all
  ) throws -> (daemon: DaemonProcess, files: ConfiguredFolder) {
    let house = try rested(plugins)
    house.files.configure(configuration)
    if let buttons { house.files.define(buttons) }
    if let theme { house.files.theme(theme) }
    try house.daemon.connect().call("server.reload")
    try house.daemon.wait(untilConnections: 0)
    return (house.daemon, house.files)
  }

  /// The daemon, as ``daemon(plugins:)`` gives it, with one more plugin, whose `resolve` has a body.
  static func daemon(
    with plugin: String, resolve body: String, declarations: String = "", manifest: String? = nil
  ) throws -> DaemonProcess {
    let house = try rested(.all)
    try house.add {
      try $0.add(plugin, resolve: body, declarations: declarations, manifest: manifest)
      return plugin
    }
    try house.daemon.wait(forPlugin: plugin) { $0["state"]?.string == "running" }
    return house.daemon
  }

  /// A daemon without plugins or configuration, to which nobody does anything that stays.
  static func bareDaemon() throws -> DaemonProcess {
    let daemon = try one("bare") { try DaemonProcess(environment: ["NOTIFY_SOCKET": "/nowhere/n"]) }
    try daemon.clear()
    daemon.forgetLog()
    return daemon
  }

  private static func rested(_ plugins: Set<ShippedPlugin>) throws -> House {
    let house = try one("house") { try House(plugins) }
    do {
      try house.rest()
      return house
    } catch {
      // What one case has broken is no matter of the next.
      drop("house")
      return try one("house") { try House(plugins) }
    }
  }
}

/// A daemon with what it reads: its configuration, and a shelf of plugins.
private final class House {
  let files: ConfiguredFolder
  let daemon: DaemonProcess
  private let shelf = PluginShelf()
  /// The plugins on the shelf, and how many have left it.
  private var guests: [String] = []
  private var count = 0

  init(_ plugins: Set<ShippedPlugin>) throws {
    files = try ConfiguredFolder()
    daemon = try DaemonProcess(
      files.arguments + shelf.arguments, plugins: plugins,
      environment: ["BUTTOND_PLUGIN_FIGURES": "settleTimeMs=20,backoffMs=1"])
    try daemon.waitForPlugins()
  }

  /// Puts a plugin on the shelf, whose name is returned.
  func add(_ add: (PluginShelf) throws -> String) throws { guests.append(try add(shelf)) }

  /// Makes everything as it was at the start.
  func rest() throws {
    chmod(daemon.folder.path, 0o700)
    try files.empty()
    let client = try daemon.connect()
    try client.call("server.reload")
    for guest in guests {
      count += 1
      try client.call("plugins.enable", #"{"name":"\#(guest)"}"#)
      rename(shelf.path(guest, ""), shelf.path(".gone-\(count)", ""))
      try daemon.wait(forPlugin: guest) { $0["phase"]?.string == "gone" }
    }
    guests = []
    for plugin in try client.call("plugins.list")["plugins"]?.elements ?? []
    where plugin["phase"]?.string != "gone"
      && (plugin["state"]?.string != "running" || plugin["deaths"]?.int != 0)
    {
      let name = #"{"name":"\#(plugin["name"]?.string ?? "")"}"#
      try client.call("plugins.enable", name)
      try client.call("plugins.reset", name)
    }
    client.close()
    try daemon.waitForPlugins()
    try daemon.clear()
    daemon.forgetLog()
  }
}

extension DemoButtons {
  /// The shared daemon, which shows them.
  static func shared(plugins: Set<ShippedPlugin> = .all) throws -> DaemonProcess {
    let daemon = try Shared.daemon(plugins: plugins)
    try daemon.connect().call("buttons.define", definitions)
    return daemon
  }
}

extension DaemonProcess {
  /// Waits until so many clients are connected beside the one that asks.
  func wait(untilConnections count: Int) throws {
    try connect().wait(until: "connections", is: count + 1)
  }

  /// Waits until all clients of before are gone, and removes buttons, groups, what is derived and
  /// state, but for the buttons of files that are to stay.
  func clear(butFor kept: Set<String> = []) throws {
    try wait(untilConnections: 0)
    try clear(by: connect(), butFor: kept)
  }

  /// Removes the same.
  func clear(by client: TestClient, butFor kept: Set<String> = []) throws {
    for kind in ["buttons", "groups"] {
      // Lists come in pages.
      while true {
        let page = try client.call("\(kind).list")[kind]?.elements ?? []
        let ids = page.compactMap { $0["id"] }.filter { !kept.contains($0.string ?? "") }
        if ids.isEmpty { break }
        try client.call("\(kind).remove", #"{"ids":\#(JSONTree.array(ids).text)}"#)
      }
    }
    let derived = try client.call("state.derived")["keys"]?.elements.compactMap { $0["key"] } ?? []
    if !derived.isEmpty {
      let keys = derived.map { "\($0.text):null" }.joined(separator: ",")
      try client.call("state.derive", "{\"keys\":{\(keys)}}")
    }
    let names = try client.values().keys.map { $0 }
    for start in stride(from: 0, to: names.count, by: 4_000) {
      let operations = names[start..<min(names.count, start + 4_000)].map {
        #"{"op":"remove","key":"\#($0)"}"#
      }
      try client.call(
        "state.update", #"{"operations":[\#(operations.joined(separator: ","))]}"#)
    }
    try client.call("sync")
  }
}
