// Written by `buttonctl plugin constants` from plugin.json: change that instead.
import ButtondKit

/// What plugin.json says.
enum Manifest {
  /// The plugin's id.
  static let id = "dev.buttond.press"
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

  /// The style `scale`.
  enum ScaleStyle {
    /// Its name in the manifest.
    static let name = "scale"
    /// Whether the press and the release are animated.
    static let isAnimated = StyleParameter<Bool>("isAnimated", default: false)
    /// The size while pressed, as a factor.
    static let scaleAmount = StyleParameter<Double>("scaleAmount", default: 0.98)
  }

  /// The style `primitive-scale`.
  enum PrimitiveScaleStyle {
    /// Its name in the manifest.
    static let name = "primitive-scale"
    /// The size while pressed, as a factor.
    static let scaleAmount = StyleParameter<Double>("scaleAmount", default: 0.98)
  }
}
