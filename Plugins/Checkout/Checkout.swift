import ButtondKit
public import CButtonPlugin

/// The checkout button's plugin: handlers that keep a title in step with the cart or the button.
enum Checkout: StylePlugin {
  static let id = Manifest.id
  static let version = Manifest.version
  static var handlers: [String: any UpdateHandler] {
    [
      Manifest.CountHandler.name: Count(), Manifest.StateTitleHandler.name: StateTitle(),
      Manifest.HighlightedTitleHandler.name: HighlightedTitle(),
    ]
  }
}

/// What the daemon's worker calls first.
@c(buttond_plugin_v1)
public func checkoutPlugin(
  _ host: UnsafePointer<btn_abi_info>?
) -> UnsafePointer<btn_plugin>? {
  Checkout.table(for: host)
}
