package import ButtonModel

/// The display on which a button is drawn.
package struct Display: Hashable, Sendable {
  package var style: UserInterfaceStyle
  package var direction: LayoutDirection
  package var contrast: Contrast
  package var contentSize: ContentSize

  package init(
    _ style: UserInterfaceStyle = .light, direction: LayoutDirection = .leftToRight,
    contrast: Contrast = .normal, contentSize: ContentSize = .l
  ) {
    self.style = style
    self.direction = direction
    self.contrast = contrast
    self.contentSize = contentSize
  }

  /// A display that is read from left to right or from right to left.
  package init(_ style: UserInterfaceStyle, isRightToLeft: Bool) {
    self.init(style, direction: isRightToLeft ? .rightToLeft : .leftToRight)
  }

  /// The colour behind buttons, 0xRRGGBBAA.
  package var backdrop: UInt32 { style == .dark ? 0x0000_00FF : 0xFFFF_FFFF }

  /// The colour of labels.
  var label: UInt32 { style == .dark ? 0xEBEB_F5C0 : 0x3C3C_43C0 }

  /// The style, `light` or `dark`, and what else is not as usual: `dark+high+AX1`.
  package var name: String {
    var words = [style.rawValue]
    if contrast != .normal { words.append(contrast.rawValue) }
    if contentSize != .l { words.append(contentSize.rawValue) }
    return words.joined(separator: "+")
  }
}
