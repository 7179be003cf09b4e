import ButtonModel

/// The outline of a focused button without an outline width.
enum FocusRing {
  /// Points.
  static let strokeWidth = 2.0
  /// Points by which its outer edge lies outside the background: its width, and 2 points of ground.
  static let strokeOutset = 4.0
  static let color = NamedColor.tint
  static let source = StyleSource.ours
}
