import CButtonPlugin
import ButtondKit

/// The plugin: its identity is that of plugin.json, and so are the names of what it offers.
enum __TYPE__: StylePlugin {
  static let id = "__ID__"
  static let version = "1.0.0"
  static var styles: [String: any ButtonStyle] { ["__NAME__": __TYPE__Style()] }
  static var handlers: [String: any UpdateHandler] { ["count": CountHandler()] }
}

/// What the daemon's worker calls first.
@c(buttond_plugin_v1)
public func __IDENTIFIER__Plugin(
  _ host: UnsafePointer<btn_abi_info>?
) -> UnsafePointer<btn_plugin>? {
  __TYPE__.table(for: host)
}
