import ButtondKit
import CButtonPlugin

/// The plugin of the handler that counts.
enum CheckoutPlugin: StylePlugin {
  static let id = Manifest.id
  static let version = Manifest.version
  static var handlers: [String: any UpdateHandler] { [Manifest.CountHandler.name: Count()] }
}

/// What the daemon's worker calls first.
@c(buttond_plugin_v1)
public func plugin(_ host: UnsafePointer<btn_abi_info>?) -> UnsafePointer<btn_plugin>? {
  CheckoutPlugin.table(for: host)
}
