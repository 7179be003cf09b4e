import PluginHost

/// The plugin under test and a copy that nobody changes meanwhile.
struct CheckedPlugin {
  let plugin: InstalledPlugin
  let copy: PluginCopy

  var manifest: Manifest { plugin.manifest }
}
