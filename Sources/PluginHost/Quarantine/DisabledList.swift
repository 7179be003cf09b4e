import ButtonProtocol
import JSONRPC

/// Which plugins were asked to be off, by their ids: what the daemon remembers across its restarts.
struct DisabledList: StateList {
  static let fileName = "disabled"
  static let noun = "list of disabled plugins"
  static let loss = "plugins that were disabled by a request run again"
  static let maximumBytes = 512 * 1024
  /// The most plugins that are remembered; beyond, those disabled first go.
  static let capacity = PluginFolders.maximumPlugins

  /// The ids, that disabled last at the end.
  private(set) var plugins: [String] = []

  /// Whether nobody has enabled a plugin since it was disabled.
  func contains(_ plugin: String) -> Bool { plugins.contains(plugin) }

  /// Remembers a plugin, as the newest.
  mutating func add(_ plugin: String) {
    if contains(plugin) { return }
    plugins.append(plugin)
    if plugins.count > DisabledList.capacity { plugins.removeFirst() }
  }

  /// Forgets a plugin.
  mutating func remove(_ plugin: String) { plugins.removeAll { $0 == plugin } }

  /// The list as a text.
  var text: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("version", 2)
    writer.member("disabled", plugins)
    writer.endObject()
    writer.endLine()
    return [UInt8](writer.bytes)
  }
}

extension DisabledList {
  init?(_ text: [UInt8]) {
    guard text.count <= DisabledList.maximumBytes else { return nil }
    let parser = JSONParser()
    let list: DisabledList? = text.withUnsafeBytes { bytes in
      guard let root = try? parser.parse(copying: bytes) else { return nil }
      return DisabledList(root)
    }
    guard let list else { return nil }
    self = list
  }

  private init?(_ root: JSONElement) {
    guard root.isObject, let version = root.member("version")?.int, 1...2 ~= version,
      let list = root.member("disabled"), list.isArray, list.count <= DisabledList.capacity
    else { return nil }
    for element in list.elements {
      guard let plugin = element.string, ManifestName.isReverseDNS(plugin), !contains(plugin)
      else { return nil }
      plugins.append(plugin)
    }
  }
}
