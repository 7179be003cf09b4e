import ButtonModel

/// The default colour of a progress fill: distinct from the rest of the background, with a title
/// that stays readable on both.
enum ProgressFill {
  static let alpha = 0.2
  /// Up to this relative luminance a background is dark: black would be invisible on it.
  static let darkest = 0.1

  /// The colour to lay over a background, under a title. The title's own colour brings the two
  /// closer together; black keeps them apart where the title is lighter than a background that is
  /// not dark.
  static func color(
    title: ResolvedColor, background: ResolvedColor, on backdrop: ResolvedColor
  ) -> ResolvedColor {
    let luminance = background.composited(over: backdrop).relativeLuminance
    let isDarkened = luminance > darkest && title.relativeLuminance > luminance
    return (isDarkened ? ResolvedColor(rgb: 0) : title).withAlpha(alpha)
  }
}
