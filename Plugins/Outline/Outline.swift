import ButtondKit
public import CButtonPlugin

/// The plugin of the outline style.
enum Outline: StylePlugin {
  static let id = "dev.buttond.outline"
  static let version = "1.0.0"
  static var styles: [String: any ButtonStyle] { ["outline": OutlineStyle()] }
}

/// What the daemon's worker calls first.
@c(buttond_plugin_v1)
public func outlinePlugin(
  _ host: UnsafePointer<btn_abi_info>?
) -> UnsafePointer<btn_plugin>? {
  Outline.table(for: host)
}
