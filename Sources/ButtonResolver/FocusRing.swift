import ButtonModel

/// The outline of a focused button whose outline nobody has sized.
enum FocusRing {
  /// Points.
  static let strokeWidth = 2.0
  /// Points by which it lies outside the background.
  static let strokeOutset = 2.0
  static let color = NamedColor.tint
  static let source = StyleSource.ours
}
