import ButtondKit
public import CButtonPlugin

/// A library of buttons in the colours and sizes of the theme.
enum Themed: StylePlugin {
  static let id = Manifest.id
  static let version = Manifest.version
  static var styles: [String: any ButtonStyle] {
    [Manifest.ButtonStyle.name: ThemedButton(), Manifest.GreenStyle.name: GreenButton()]
  }
}

/// What the daemon's worker calls first.
@c(buttond_plugin_v1)
public func themedPlugin(
  _ host: UnsafePointer<btn_abi_info>?
) -> UnsafePointer<btn_plugin>? {
  Themed.table(for: host)
}
