/// The style of a button: built in, or a plugin's.
public enum StyleReference: Hashable, Sendable {
  case system(SystemStyle)
  case plugin(PluginEntry)
}

/// A style or an update handler of a plugin: `plugin/name`.
public struct PluginEntry: Hashable, Sendable {
  /// The plugin's short name or its reverse-DNS id.
  public let plugin: String
  public let name: String

  public init(plugin: String, name: String) {
    self.plugin = plugin
    self.name = name
  }

  /// Nil unless there is exactly one slash with text on both sides.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    self.init(plugin: String(parts[0]), name: String(parts[1]))
  }

  public var text: String { "\(plugin)/\(name)" }
}

public enum SystemStyle: String, Hashable, Sendable, CaseIterable {
  case plain, gray, tinted, filled
  case borderless, bordered, borderedTinted, borderedProminent
  case glass, prominentGlass
}
