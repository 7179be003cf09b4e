// Written by `buttonctl plugin constants` from plugin.json: change that instead.
import ButtondKit

/// What plugin.json says.
enum Manifest {
  /// The plugin's id.
  static let id = "com.example.checkout"
  /// The plugin's version.
  static let version = "1.0.0"
  /// `state.checkout.itemCount`, which the plugin may read.
  static let checkoutItemCount: StaticString = "checkout.itemCount"

  /// The handler `count`.
  enum CountHandler {
    /// Its name in the manifest.
    static let name = "count"
  }
}
