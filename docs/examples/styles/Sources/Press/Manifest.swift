// Written by `buttonctl plugin constants` from plugin.json: change that instead.
import ButtondKit

/// What plugin.json says.
enum Manifest {
  /// The plugin's id.
  static let id = "com.example.press"
  /// The plugin's version.
  static let version = "1.0.0"

  /// The style `scale`.
  enum ScaleStyle {
    /// Its name in the manifest.
    static let name = "scale"
    /// The size while pressed, as a factor.
    static let scaleAmount = StyleParameter<Double>("scaleAmount", default: 0.98)
  }

  /// The style `bounds-press`.
  enum BoundsPressStyle {
    /// Its name in the manifest.
    static let name = "bounds-press"
    /// The size while pressed, as a factor.
    static let scaleAmount = StyleParameter<Double>("scaleAmount", default: 0.98)
  }
}
