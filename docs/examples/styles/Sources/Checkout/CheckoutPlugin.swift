import ButtondKit
import CButtonPlugin

/// The plugin of the handler that counts.
enum CheckoutPlugin: StylePlugin {
  static let id = "com.example.checkout"
  static let version = "1.0.0"
  static var handlers: [String: any UpdateHandler] { ["count": Count()] }
}

/// What the daemon's worker calls first.
@c(buttond_plugin_v1)
public func plugin(_ host: UnsafePointer<btn_abi_info>?) -> UnsafePointer<btn_plugin>? {
  CheckoutPlugin.table(for: host)
}
