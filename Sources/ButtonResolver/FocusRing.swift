import ButtonModel

/// The outline of a focused button without an outline width.
enum FocusRing {
  /// In points.
  static let strokeWidth = 2.0
  /// How far its outer edge is outside the background: its width, and a gap of 2 points.
  static let strokeOutset = 4.0
  static let color = NamedColor.tint
  static let source = StyleSource.ours
}
