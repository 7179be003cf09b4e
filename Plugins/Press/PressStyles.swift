import ButtondKit
public import CButtonPlugin

/// Styles that are all about the press: what it does to the whole button, and how that is animated.
enum PressStyles: StylePlugin {
  static let id = Manifest.id
  static let version = Manifest.version
  static var styles: [String: any ButtonStyle] {
    [
      Manifest.DefaultStyle.name: DefaultStyle(), Manifest.PlainStyle.name: PlainStyle(),
      Manifest.ScaleStyle.name: ScaleStyle(),
      Manifest.PrimitiveScaleStyle.name: PrimitiveScaleStyle(),
    ]
  }
}

/// What the daemon's worker calls first.
@c(buttond_plugin_v1)
public func pressPlugin(
  _ host: UnsafePointer<btn_abi_info>?
) -> UnsafePointer<btn_plugin>? {
  PressStyles.table(for: host)
}
