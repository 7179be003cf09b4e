import ButtondKit
import CButtonPlugin

/// The plugin of the styles that are about the press.
enum PressPlugin: StylePlugin {
  static let id = Manifest.id
  static let version = Manifest.version
  static var styles: [String: any ButtonStyle] {
    [Manifest.ScaleStyle.name: ScaleStyle(), Manifest.BoundsPressStyle.name: BoundsPressStyle()]
  }
}

/// What the daemon's worker calls first.
@c(buttond_plugin_v1)
public func plugin(_ host: UnsafePointer<btn_abi_info>?) -> UnsafePointer<btn_plugin>? {
  PressPlugin.table(for: host)
}
