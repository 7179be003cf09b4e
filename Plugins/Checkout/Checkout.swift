import ButtondKit
public import CButtonPlugin

/// The checkout button's plugin: handlers that keep a title in step with the cart or the button.
enum Checkout: StylePlugin {
  static let id = "dev.buttond.checkout"
  static let version = "1.0.0"
  static var handlers: [String: any UpdateHandler] {
    ["count": Count(), "state-title": StateTitle(), "highlighted-title": HighlightedTitle()]
  }
}

/// What the daemon's worker calls first.
@c(buttond_plugin_v1)
public func checkoutPlugin(
  _ host: UnsafePointer<btn_abi_info>?
) -> UnsafePointer<btn_plugin>? {
  Checkout.table(for: host)
}
