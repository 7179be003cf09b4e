import ButtondKit
import CButtonPlugin

/// The plugin of the styles that need no naming.
enum DefaultsPlugin: StylePlugin {
  static let id = "com.example.defaults"
  static let version = "1.0.0"
  static var styles: [String: any ButtonStyle] {
    ["default": DefaultStyle(), "plain": PlainStyle()]
  }
}

/// What the daemon's worker calls first.
@c(buttond_plugin_v1)
public func plugin(_ host: UnsafePointer<btn_abi_info>?) -> UnsafePointer<btn_plugin>? {
  DefaultsPlugin.table(for: host)
}
