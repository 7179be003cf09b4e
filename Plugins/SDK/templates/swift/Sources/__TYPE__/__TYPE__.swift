import CButtonPlugin
import ButtondKit

/// The plugin: its identity and the names of what it offers are those of plugin.json.
enum __TYPE__: StylePlugin {
  static let id = Manifest.id
  static let version = Manifest.version
  static var styles: [String: any ButtonStyle] {
    [Manifest.__TYPE__Style.name: __TYPE__Style()]
  }
  static var handlers: [String: any UpdateHandler] {
    [Manifest.CountHandler.name: CountHandler()]
  }
}

/// What the daemon's worker calls first.
@c(buttond_plugin_v1)
public func __IDENTIFIER__Plugin(
  _ host: UnsafePointer<btn_abi_info>?
) -> UnsafePointer<btn_plugin>? {
  __TYPE__.table(for: host)
}
