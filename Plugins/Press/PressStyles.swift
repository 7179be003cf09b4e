import ButtondKit
public import CButtonPlugin

/// Styles that are all about the press: what it does to the whole button, and how that is animated.
enum PressStyles: StylePlugin {
  static let id = "dev.buttond.press"
  static let version = "1.0.0"
  static var styles: [String: any ButtonStyle] {
    [
      "default": DefaultStyle(), "plain": PlainStyle(), "scale": ScaleStyle(),
      "primitive-scale": PrimitiveScaleStyle(),
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
