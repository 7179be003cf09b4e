extension Appearance {
  /// The least contrast of ordinary text (WCAG 2.2, 1.4.3).
  public static let minimumContrast = 4.5
  /// The least contrast of large text.
  public static let minimumContrastOfLargeText = 3.0

  /// How well the title is seen on the button's background, on a backdrop; a button's opacity fades
  /// both into the backdrop.
  public func titleContrastRatio(on backdrop: ResolvedColor) -> Double {
    let surface = ResolvedColor(rgba: backgroundColor).composited(over: backdrop)
    let text = ResolvedColor(rgba: titleColor).composited(over: surface)
    return ResolvedColor.contrastRatio(
      text.opacity(opacity).composited(over: backdrop),
      surface.opacity(opacity).composited(over: backdrop))
  }

  /// The contrast that the title needs at its size and weight.
  public var minimumTitleContrast: Double {
    Appearance.isLargeText(fontSize: titleFontSize, weight: titleFontWeight)
      ? Appearance.minimumContrastOfLargeText : Appearance.minimumContrast
  }

  /// True for text that needs less contrast: 18 pt and more, or 14 pt and more where it is bold.
  ///
  /// Those are typographic points of 1/72 inch, 4/3 of a CSS pixel. A point of an appearance is what
  /// UIKit calls one and browsers a CSS pixel, so the limits are 24 and 56/3 of ours. Taking ours for
  /// typographic ones would let smaller text pass than the rule allows.
  public static func isLargeText(fontSize: Double, weight: FontWeight) -> Bool {
    fontSize >= (weight.rawValue >= FontWeight.bold.rawValue ? 14.0 : 18.0) * 4 / 3 - 0.001
  }
}
