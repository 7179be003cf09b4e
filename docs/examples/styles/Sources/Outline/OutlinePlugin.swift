import ButtondKit
import CButtonPlugin

/// The plugin of the outline style.
enum OutlinePlugin: StylePlugin {
  static let id = "com.example.outline"
  static let version = "1.0.0"
  static var styles: [String: any ButtonStyle] {
    ["outline": OutlineStyle()]
  }
}

/// What the daemon's worker calls first.
@c(buttond_plugin_v1)
public func plugin(_ host: UnsafePointer<btn_abi_info>?) -> UnsafePointer<btn_plugin>? {
  OutlinePlugin.table(for: host)
}
