/// Names the style of a button: one that is built in, or a plugin's.
public enum StyleReference: Hashable, Sendable {
  case system(SystemStyle)
  case plugin(PluginEntry)
}

/// Names a style or an update handler inside a plugin: `plugin/name`.
public struct PluginEntry: Hashable, Sendable {
  /// The plugin's short name or its reverse-DNS id.
  public let plugin: String
  /// The style or handler inside it.
  public let name: String

  /// A reference made of its two parts.
  public init(plugin: String, name: String) {
    self.plugin = plugin
    self.name = name
  }

  /// A reference from `plugin/name`; nil when there is not exactly one slash with text on both sides.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    self.init(plugin: String(parts[0]), name: String(parts[1]))
  }

  /// The reference as it is written: `plugin/name`.
  public var text: String { "\(plugin)/\(name)" }
}

/// The styles that need no plugin.
public enum SystemStyle: String, Hashable, Sendable, CaseIterable {
  case plain, gray, tinted, filled
  case borderless, bordered, borderedTinted, borderedProminent
  case glass, prominentGlass
}
