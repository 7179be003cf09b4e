/// A plugin whose folder passed every check that needs none of its code.
package struct InstalledPlugin: Hashable, Sendable {
  package let manifest: Manifest
  /// Its folder.
  package let folder: String
  /// Its library for this platform, with links resolved.
  package let libraryPath: String
  /// The name that stands for its id; nil when it has none, or an earlier plugin has it.
  package let shortName: String?
}

/// A folder that is not used as a plugin, and why.
package struct PluginRefusal: Hashable, Sendable {
  /// The folder.
  package let folder: String
  /// The folder's own name, which stands in for the plugin's where that is not known.
  package let name: String
  /// What is wrong, with the file and the place in it.
  package let message: String
}
