import Glibc
import PluginHost

package enum InstallPlace {
  /// The installation's folder, or the user's own if that is not writable.
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
