import Glibc
import TestSupport

/// A folder of plugin folders that one test fills.
struct PluginTree {
  let folder = TemporaryFolder()

  /// Its path.
  var path: String { folder.path }

  /// Adds a plugin with this manifest, and a library that is there but cannot be loaded.
  func add(_ name: String, manifest: String, library: String = "lib.so") {
    makeFolder(name)
    folder.write(manifest, to: "\(name)/plugin.json")
    folder.write("no library", to: "\(name)/\(library)")
  }

  /// Adds a folder.
  func makeFolder(_ name: String) {
    mkdir(folder.file(name), 0o755)
  }
}
