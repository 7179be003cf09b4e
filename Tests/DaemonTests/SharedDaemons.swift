import TestSupport

extension Shared {
  /// The suite's daemon, with nothing of what earlier cases left; the first case says what it is
  /// started with.
  static func daemon(
    _ arguments: [String] = [], plugins: Set<ShippedPlugin> = []
  ) throws -> DaemonProcess {
    let daemon = try running(arguments, plugins)
    try daemon.clear()
    return daemon
  }

  private static func running(
    _ arguments: [String], _ plugins: Set<ShippedPlugin>
  ) throws -> DaemonProcess {
    try one("daemon") {
      let daemon = try DaemonProcess(arguments, plugins: plugins)
      try daemon.waitForPlugins()
      return daemon
    }
  }

  /// The same with a configuration and files of buttons, which take the place of those before.
  static func daemon(
    configuredBy configuration: String, buttons: String? = nil, plugins: Set<ShippedPlugin> = []
  ) throws -> (daemon: DaemonProcess, files: ConfiguredFolder) {
    let files = try one("files") { try ConfiguredFolder() }
    try files.empty()
    let daemon = try running(files.arguments, plugins)
    try daemon.connect().call("server.reload")
    try daemon.clear()
    files.configure(configuration)
    if let buttons { files.define(buttons) }
    try daemon.connect().call("server.reload")
    return (daemon, files)
  }
}

extension DemoButtons {
  /// The suite's daemon, which shows them.
  static func shared() throws -> DaemonProcess {
    let daemon = try Shared.daemon(plugins: plugins)
    try daemon.connect().call("buttons.define", definitions)
    return daemon
  }
}

extension DaemonProcess {
  /// Waits until all clients of before are gone, and removes buttons, groups, what is derived and
  /// state, but for the buttons of files that are to stay.
  func clear(butFor kept: Set<String> = []) throws {
    let client = try connect()
    try client.wait(until: "connections", is: 1)
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
