public import CButtonPlugin
import StyleKit

/// The checkout button's plugin: one handler that keeps the title in step with the cart.
enum Checkout: StylePlugin {
  static let id = "dev.buttond.checkout"
  static let version = "1.0.0"
  static var handlers: [String: any UpdateHandler] { ["count": Count()] }
}

/// What the daemon's worker calls first.
@c(buttond_plugin_v1)
public func checkoutPlugin(
  _ host: UnsafePointer<btn_abi_info>?
) -> UnsafePointer<btn_plugin>? {
  Checkout.table(for: host)
}
