extension Appearance {
  /// The minimum contrast ratio of ordinary text (WCAG 2.2, 1.4.3).
  public static let minimumContrast = 4.5
  /// The minimum contrast ratio of large text.
  public static let minimumContrastOfLargeText = 3.0

  /// The contrast ratio of title and background, over a backdrop; with progress, the lower one of
  /// both parts of the background. The button's opacity fades both colours.
  public func titleContrastRatio(on backdrop: ResolvedColor) -> Double {
    let surface = ResolvedColor(rgba: backgroundColor).composited(over: backdrop)
    let plain = titleContrastRatio(on: surface, backdrop)
    guard progress != nil else { return plain }
    let filled = ResolvedColor(rgba: progressColor).composited(over: surface)
    return min(plain, titleContrastRatio(on: filled, backdrop))
  }

  private func titleContrastRatio(on surface: ResolvedColor, _ backdrop: ResolvedColor) -> Double {
    let text = ResolvedColor(rgba: titleColor).composited(over: surface)
    return ResolvedColor.contrastRatio(
      text.opacity(opacity).composited(over: backdrop),
      surface.opacity(opacity).composited(over: backdrop))
  }

  public var minimumTitleContrast: Double {
    Appearance.isLargeText(fontSize: titleFontSize, weight: titleFontWeight)
      ? Appearance.minimumContrastOfLargeText : Appearance.minimumContrast
  }

  /// Whether text counts as large and needs less contrast: from 18 pt, or from 14 pt if bold.
  ///
  /// Those are typographic points of 1/72 inch, 4/3 of a CSS pixel. An appearance's points are
  /// UIKit's, each a CSS pixel, so the limits are 24 and 56/3 of ours. Taking ours for typographic
  /// points would let smaller text pass than the rule allows.
  public static func isLargeText(fontSize: Double, weight: FontWeight) -> Bool {
    fontSize >= (weight.rawValue >= FontWeight.bold.rawValue ? 14.0 : 18.0) * 4 / 3 - 0.001
  }
}
