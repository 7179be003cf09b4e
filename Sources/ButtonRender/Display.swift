package import ButtonModel

/// What a button is drawn on.
package struct Display: Hashable, Sendable {
  package var style: UserInterfaceStyle
  package var direction: LayoutDirection

  package init(_ style: UserInterfaceStyle = .light, direction: LayoutDirection = .leftToRight) {
    self.style = style
    self.direction = direction
  }

  /// The same, by whether it is read from right to left.
  package init(_ style: UserInterfaceStyle, isRightToLeft: Bool) {
    self.init(style, direction: isRightToLeft ? .rightToLeft : .leftToRight)
  }

  /// What lies behind buttons, 0xRRGGBBAA.
  package var backdrop: UInt32 { style == .dark ? 0x0000_00FF : 0xFFFF_FFFF }

  /// What labels beside them are written in.
  var label: UInt32 { style == .dark ? 0xEBEB_F5C0 : 0x3C3C_43C0 }

  /// Thin lines.
  var line: UInt32 { style == .dark ? 0x5454_5899 : 0x3C3C_434A }

  /// The display for its name: `light` or `dark`.
  package var name: String { style.rawValue }
}
