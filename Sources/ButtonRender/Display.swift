package import ButtonModel

/// The display on which a button is drawn.
package struct Display: Hashable, Sendable {
  package var style: UserInterfaceStyle
  package var direction: LayoutDirection

  package init(_ style: UserInterfaceStyle = .light, direction: LayoutDirection = .leftToRight) {
    self.style = style
    self.direction = direction
  }

  /// A display that is read from left to right or from right to left.
  package init(_ style: UserInterfaceStyle, isRightToLeft: Bool) {
    self.init(style, direction: isRightToLeft ? .rightToLeft : .leftToRight)
  }

  /// The colour behind buttons, 0xRRGGBBAA.
  package var backdrop: UInt32 { style == .dark ? 0x0000_00FF : 0xFFFF_FFFF }

  /// The colour of labels.
  var label: UInt32 { style == .dark ? 0xEBEB_F5C0 : 0x3C3C_43C0 }

  /// The colour of thin lines.
  var line: UInt32 { style == .dark ? 0x5454_5899 : 0x3C3C_434A }

  /// The name of the style: `light` or `dark`.
  package var name: String { style.rawValue }
}
