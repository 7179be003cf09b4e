// Written by `buttonctl plugin constants` from plugin.json: change that instead.
import ButtondKit

/// What plugin.json says.
enum Manifest {
  /// The plugin's id.
  static let id = "com.example.defaults"
  /// The plugin's version.
  static let version = "1.0.0"

  /// The style `default`.
  enum DefaultStyle {
    /// Its name in the manifest.
    static let name = "default"
  }

  /// The style `plain`.
  enum PlainStyle {
    /// Its name in the manifest.
    static let name = "plain"
  }
}
