import Glibc
import TestSupport

/// A folder of plugin folders that one test fills.
struct PluginTree {
  let folder = TemporaryFolder()

  /// The folder of plugin folders in it; empty where it is that itself.
  var root = ""

  /// Its path.
  var path: String { root.isEmpty ? folder.path : folder.file(root) }

  /// Adds a plugin with this manifest, and a library that is there but cannot be loaded.
  func add(_ name: String, manifest: String, library: String = "lib.so") {
    let name = root.isEmpty ? name : "\(root)/\(name)"
    makeFolder(name)
    folder.write(manifest, to: "\(name)/plugin.json")
    folder.write("no library", to: "\(name)/\(library)")
  }

  /// Adds a folder.
  func makeFolder(_ name: String) {
    mkdir(folder.file(name), 0o755)
  }
}
