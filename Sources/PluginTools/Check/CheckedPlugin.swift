import PluginHost

/// The plugin that is checked: what was read of it, and a copy that nobody changes meanwhile.
struct CheckedPlugin {
  let plugin: InstalledPlugin
  let copy: PluginCopy

  /// What it says of itself.
  var manifest: Manifest { plugin.manifest }
}
