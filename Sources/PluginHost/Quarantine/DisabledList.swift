import JSONRPC

/// The ids of the plugins that were disabled, kept across restarts of the daemon.
struct DisabledList: StateList {
  static let fileName = "disabled"
  static let noun = "list of disabled plugins"
  static let loss = "plugins that were disabled by a request run again"
  static let member: StaticString = "disabled"
  /// Beyond, the plugins disabled first are forgotten.
  static let capacity = PluginFolders.maximumPlugins

  var entries: [String] = []

  func contains(_ plugin: String) -> Bool { entries.contains(plugin) }

  mutating func add(_ plugin: String) {
    if contains(plugin) { return }
    entries.append(plugin)
    if entries.count > DisabledList.capacity { entries.removeFirst() }
  }

  mutating func remove(_ plugin: String) { entries.removeAll { $0 == plugin } }

  func entry(_ element: JSONElement) -> String? {
    guard let plugin = element.string, ManifestName.isReverseDNS(plugin), !contains(plugin) else {
      return nil
    }
    return plugin
  }

  static func write(_ plugin: String, into writer: inout JSONWriter) { writer.string(plugin) }
}
