import ButtondKit
import CButtonPlugin

/// The plugin of the library of themed buttons.
enum ThemedPlugin: StylePlugin {
  static let id = Manifest.id
  static let version = Manifest.version
  static var styles: [String: any ButtonStyle] {
    [Manifest.ButtonStyle.name: ThemedStyle(), Manifest.GreenStyle.name: GreenStyle()]
  }
}

/// What the daemon's worker calls first.
@c(buttond_plugin_v1)
public func plugin(_ host: UnsafePointer<btn_abi_info>?) -> UnsafePointer<btn_plugin>? {
  ThemedPlugin.table(for: host)
}
