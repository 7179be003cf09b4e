import Glibc
import PluginHost

/// Where plugins are installed unless another folder is named.
package enum InstallPlace {
  /// The folder of the installation, or, where that is not ours to write to, the user's own.
  package static func standard(in layout: ToolLayout) throws(ToolError) -> String {
    if access(layout.plugins, W_OK | X_OK) == 0 { return layout.plugins }
    guard let folder = UserPluginFolder.path else {
      throw ToolError(
        "\(layout.plugins) is not yours to write to, and there is no HOME: name a folder with --into, "
          + "and give it to buttond with --plugins")
    }
    return folder
  }
}
