import ButtondKit
public import CButtonPlugin

/// The plugin of the outline style.
enum Outline: StylePlugin {
  static let id = Manifest.id
  static let version = Manifest.version
  static var styles: [String: any ButtonStyle] { [Manifest.OutlineStyle.name: OutlineStyle()] }
}

/// What the daemon's worker calls first.
@c(buttond_plugin_v1)
public func outlinePlugin(
  _ host: UnsafePointer<btn_abi_info>?
) -> UnsafePointer<btn_plugin>? {
  Outline.table(for: host)
}
