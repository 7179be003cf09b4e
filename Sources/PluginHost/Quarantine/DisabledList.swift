import JSONRPC

/// Which plugins were asked to be off, by their ids: what the daemon remembers across its restarts.
struct DisabledList: StateList {
  static let fileName = "disabled"
  static let noun = "list of disabled plugins"
  static let loss = "plugins that were disabled by a request run again"
  static let member: StaticString = "disabled"
  /// The most plugins that are remembered; beyond, those disabled first go.
  static let capacity = PluginFolders.maximumPlugins

  /// The ids, that disabled last at the end.
  var entries: [String] = []

  /// Whether nobody has enabled a plugin since it was disabled.
  func contains(_ plugin: String) -> Bool { entries.contains(plugin) }

  /// Remembers a plugin, as the newest.
  mutating func add(_ plugin: String) {
    if contains(plugin) { return }
    entries.append(plugin)
    if entries.count > DisabledList.capacity { entries.removeFirst() }
  }

  /// Forgets a plugin.
  mutating func remove(_ plugin: String) { entries.removeAll { $0 == plugin } }

  func entry(_ element: JSONElement) -> String? {
    guard let plugin = element.string, ManifestName.isReverseDNS(plugin), !contains(plugin) else {
      return nil
    }
    return plugin
  }

  static func write(_ plugin: String, into writer: inout JSONWriter) { writer.string(plugin) }
}
