import ButtondKit
import CButtonPlugin

/// The plugin of the styles that need no naming.
enum DefaultsPlugin: StylePlugin {
  static let id = Manifest.id
  static let version = Manifest.version
  static var styles: [String: any ButtonStyle] {
    [Manifest.DefaultStyle.name: DefaultStyle(), Manifest.PlainStyle.name: PlainStyle()]
  }
}

/// What the daemon's worker calls first.
@c(buttond_plugin_v1)
public func plugin(_ host: UnsafePointer<btn_abi_info>?) -> UnsafePointer<btn_plugin>? {
  DefaultsPlugin.table(for: host)
}
