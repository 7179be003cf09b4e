/// A copy of a plugin's files that nobody writes to; its worker loads it.
package struct PluginCopy: Hashable, Sendable {
  /// SHA-256, in lower-case hexadecimal, of the manifest, the library and, if the manifest asks for
  /// them, the resources, each with its name.
  package let hash: String
  /// Has the layout of the plugin's folder.
  package let folder: String
  package let libraryPath: String
}

/// A plugin as its files were at one moment, with a copy of them.
package struct TakenPlugin: Hashable, Sendable {
  package let plugin: InstalledPlugin
  package let copy: PluginCopy
  /// The folders below the plugin's in which a change is a change of the plugin.
  let innerFolders: [String]
}

package struct TakeRefusal: Error, Hashable, CustomStringConvertible {
  package let description: String
  /// The plugin's folder does not exist.
  var isGone = false
  /// Descriptors or memory were short: another try may succeed.
  var isPassing = false
  /// As in `TakenPlugin`; nil if unknown.
  var innerFolders: [String]?
}
