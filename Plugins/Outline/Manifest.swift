// Written by `buttonctl plugin constants` from plugin.json: change that instead.
import ButtondKit

/// What plugin.json says.
enum Manifest {
  /// The plugin's id.
  static let id = "dev.buttond.outline"
  /// The plugin's version.
  static let version = "1.0.0"

  /// The style `outline`.
  enum OutlineStyle {
    /// Its name in the manifest.
    static let name = "outline"
  }
}
