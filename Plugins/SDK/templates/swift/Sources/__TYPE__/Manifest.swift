// Written by `buttonctl plugin constants` from plugin.json: change that instead.
import ButtondKit

/// What plugin.json says.
enum Manifest {
  /// The plugin's id.
  static let id = "__ID__"
  /// The plugin's version.
  static let version = "1.0.0"

  /// The style `__NAME__`.
  enum __TYPE__Style {
    /// Its name in the manifest.
    static let name = "__NAME__"
    /// Radius of the corners, in points.
    static let radius = StyleParameter<Double>("radius", default: 10.0)
  }

  /// The handler `count`.
  enum CountHandler {
    /// Its name in the manifest.
    static let name = "count"
  }
}
