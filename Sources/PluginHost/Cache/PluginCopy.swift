/// A copy of a plugin's files that nobody writes to: what its worker loads.
package struct PluginCopy: Hashable, Sendable {
  /// The SHA-256, in lower-case hexadecimal, of the manifest, the library and, where the manifest asks
  /// for them, the resources, each with its name.
  package let hash: String
  /// The copy's folder, laid out as the plugin's own.
  package let folder: String
  package let libraryPath: String
}

/// A plugin as its files were at one moment, with a copy of them.
package struct TakenPlugin: Hashable, Sendable {
  package let plugin: InstalledPlugin
  package let copy: PluginCopy
  /// The folders deeper in its own in which a change is a change of the plugin.
  let innerFolders: [String]
}

/// Why a plugin's files cannot be used.
package struct TakeRefusal: Error, Hashable, CustomStringConvertible {
  package let description: String
  /// Its folder is not there at all.
  var isGone = false
  /// Whether only descriptors or memory were short, so that the same may work later.
  var isPassing = false
  /// As of a plugin that can be used; nil where that is not known.
  var innerFolders: [String]?
}
