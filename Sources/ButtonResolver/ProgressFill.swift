import ButtonModel

/// The default colour of a progress fill: visible beside the rest of the background, with a title that stays
/// readable on both.
enum ProgressFill {
  /// The alpha of the colour.
  static let alpha = 0.2
  /// Up to this relative luminance a background is dark: black would not be seen on it.
  static let darkest = 0.1

  /// The colour to lay over a background, under a title. The title's own colour brings both closer
  /// together; where the title is lighter than a background that is not dark, black keeps them apart.
  static func color(
    title: ResolvedColor, background: ResolvedColor, on backdrop: ResolvedColor
  ) -> ResolvedColor {
    let luminance = background.composited(over: backdrop).relativeLuminance
    let isDarkened = luminance > darkest && title.relativeLuminance > luminance
    return (isDarkened ? ResolvedColor(rgb: 0) : title).withAlpha(alpha)
  }
}
