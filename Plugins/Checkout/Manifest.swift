// Written by `buttonctl plugin constants` from plugin.json: change that instead.
import ButtondKit

/// What plugin.json says.
enum Manifest {
  /// The plugin's id.
  static let id = "dev.buttond.checkout"
  /// The plugin's version.
  static let version = "1.0.0"
  /// `state.checkout.itemCount`, which the plugin may read.
  static let checkoutItemCount: StaticString = "checkout.itemCount"

  /// The handler `count`.
  enum CountHandler {
    /// Its name in the manifest.
    static let name = "count"
  }

  /// The handler `state-title`.
  enum StateTitleHandler {
    /// Its name in the manifest.
    static let name = "state-title"
  }

  /// The handler `highlighted-title`.
  enum HighlightedTitleHandler {
    /// Its name in the manifest.
    static let name = "highlighted-title"
    /// The title while highlighted; it must be there.
    static let highlighted = OptionalStyleParameter<String>("highlighted")
    /// Whether the title is underlined while highlighted.
    static let isUnderlined = StyleParameter<Bool>("isUnderlined", default: false)
    /// The title in every other state; without it, configuration and stateValues decide.
    static let normal = OptionalStyleParameter<String>("normal")
  }
}
