/// A plugin whose folder passed every check that does not run its code.
package struct InstalledPlugin: Hashable, Sendable {
  package let manifest: Manifest
  package let folder: String
  /// The library for this platform, with links resolved.
  package let libraryPath: String
  /// Stands for the id; nil if there is none, or an earlier plugin has it.
  package let shortName: String?
}

package struct PluginRefusal: Hashable, Sendable {
  package let folder: String
  /// The folder's name, which stands in for the plugin's if that is unknown.
  package let name: String
  /// The reason, with the file and the place in it.
  package let message: String
}
