import ButtonModel
import Glibc
import PluginHost

/// Removes plugins from a folder of plugin folders atomically: a daemon that looks there sees all
/// of a plugin or nothing.
package struct PluginUninstaller {
  package struct Outcome: Hashable, Sendable {
    package let id: String
    /// As definitions named it.
    package let name: String
    package let version: String
    /// The plugin's folder, which is gone.
    package let folder: String
  }

  /// Folders of plugin folders, in the order of search.
  private let roots: [String]

  package init(in roots: [String]) {
    self.roots = roots
  }

  /// Removes the plugin with an id or a short name from the first folder that has it.
  package func uninstall(_ name: String) throws(ToolError) -> Outcome {
    for root in roots where PluginFile.isFolder(root) {
      guard let plugin = find(name, in: root) else { continue }
      try remove(plugin.folder, from: root)
      return Outcome(
        id: plugin.manifest.id, name: plugin.manifest.shortName ?? plugin.manifest.id,
        version: plugin.manifest.version, folder: plugin.folder)
    }
    let known = roots.flatMap { PluginFolders([$0]).scan().plugins.map(\.manifest.id) }
    throw ToolError(
      "there is no plugin '\(Excerpt(name))' in \(roots.joined(separator: " or "))"
        + NearestName.advice(name, among: known) + "; name another folder with --from")
  }

  private func find(_ name: String, in root: String) -> InstalledPlugin? {
    let plugins = PluginFolders([root]).scan().plugins
    return plugins.first { $0.manifest.id == name } ?? plugins.first { $0.shortName == name }
  }

  /// Renames the folder first, so that it is no longer found.
  private func remove(_ folder: String, from root: String) throws(ToolError) {
    let lock = try FolderLock(root)
    let hidden = lock.hiddenPath(.removing)
    guard rename(folder, hidden) == 0 else { throw .system(folder) }
    PluginFile.removeTree(hidden)
    lock.sync()
  }
}
