package import ButtonModel
package import ButtonProtocol

/// What an operator has written about the daemon, apart from buttons and themes themselves.
/// Relative paths are resolved: they lead from the configuration file.
package struct DaemonSettings: Hashable, Sendable {
  /// Nil for the default place.
  package var socket: String?
  /// The folder for what outlives the daemon; nil for the default place.
  package var state: String?
  /// Nil for the default, relaxed.
  package var durability: Durability?
  package var plugins = PluginSettings()
  package var sandbox = SandboxMode.bestEffort
  package var access: [AccessRule] = []
  package var limits = Limits()
  package var frame = FrameSettings()
  package var theme = ThemeChoice([DaemonSettings.builtInTheme])
  /// Folders of themes.
  package var themes: [String] = []
  /// The traits for clients that specify none.
  package var traits = Traits()
  package var logging = LoggingSettings()
  /// In the order of the file.
  package var sources: [SourceDefinition] = []
  /// Nil where nothing is shared.
  package var fleet: FleetSettings?

  /// The theme that is always there.
  package static let builtInTheme = "default"

  static let names = [
    "socket", "state", "durability", "plugins", "sandbox", "access", "limits", "frame", "theme",
    "themes", "buttons", "groups", "derived", "traits", "logging", "sources", "fleet",
  ]

  /// The documented defaults.
  package init() {}

  /// Keys that differ from `running` and are read at the start only.
  package func keysThatNeedARestart(from running: DaemonSettings) -> [String] {
    var keys: [String] = []
    if socket != running.socket { keys.append("socket") }
    if state != running.state { keys.append("state") }
    if durability ?? .relaxed != running.durability ?? .relaxed { keys.append("durability") }
    if plugins.paths != running.plugins.paths { keys.append("plugins.paths") }
    if plugins.disabled != running.plugins.disabled { keys.append("plugins.disabled") }
    if plugins.limits != running.plugins.limits { keys.append("plugins.limits") }
    for row in Limits.rows where limits[keyPath: row.path] != running.limits[keyPath: row.path] {
      if let setting = row.setting, setting.needsRestart { keys.append("limits.\(setting.name)") }
    }
    if sandbox != running.sandbox { keys.append("sandbox") }
    if traits != running.traits { keys.append("traits") }
    if fleet != running.fleet { keys.append("fleet") }
    if logging.format != running.logging.format { keys.append("logging.format") }
    return keys
  }
}
