import ButtondKit
import CButtonPlugin

/// The plugin of the library of themed buttons.
enum ThemedPlugin: StylePlugin {
  static let id = "com.example.themed"
  static let version = "1.0.0"
  static var styles: [String: any ButtonStyle] {
    ["button": ThemedStyle(), "green": GreenStyle()]
  }
}

/// What the daemon's worker calls first.
@c(buttond_plugin_v1)
public func plugin(_ host: UnsafePointer<btn_abi_info>?) -> UnsafePointer<btn_plugin>? {
  ThemedPlugin.table(for: host)
}
