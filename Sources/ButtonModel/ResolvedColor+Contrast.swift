import Glibc

// Contrast as WCAG 2.2 defines it (w3.org/TR/WCAG22/#dfn-contrast-ratio).
extension ResolvedColor {
  /// Source-over, channel by channel.
  public func composited(over other: ResolvedColor) -> ResolvedColor {
    let under = other.alpha * (1 - alpha)
    let sum = alpha + under
    guard sum > 0 else { return .clear }
    var color = self
    color.red = (red * alpha + other.red * under) / sum
    color.green = (green * alpha + other.green * under) / sum
    color.blue = (blue * alpha + other.blue * under) / sum
    color.alpha = sum
    return color
  }

  /// 0 for black to 1 for white; ignores alpha.
  public var relativeLuminance: Double {
    0.2126 * ResolvedColor.linear(red) + 0.7152 * ResolvedColor.linear(green)
      + 0.0722 * ResolvedColor.linear(blue)
  }

  /// Returns 1, invisible, to 21, black on white. The backdrop must be opaque.
  public func contrastRatio(
    over background: ResolvedColor, on backdrop: ResolvedColor
  ) -> Double {
    let surface = background.composited(over: backdrop)
    return ResolvedColor.contrastRatio(composited(over: surface), surface)
  }

  /// Both colours must be opaque; their order does not matter.
  static func contrastRatio(_ a: ResolvedColor, _ b: ResolvedColor) -> Double {
    let (x, y) = (a.relativeLuminance, b.relativeLuminance)
    return (max(x, y) + 0.05) / (min(x, y) + 0.05)
  }

  private static func linear(_ channel: Double) -> Double {
    let value = min(max(channel / 255, 0), 1)
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }
}

extension UserInterfaceStyle {
  /// The assumed backdrop of a button: white on a light display, black on a dark one.
  public var backdrop: ResolvedColor {
    ResolvedColor(rgb: self == .light ? 0xFFFFFF : 0x000000)
  }
}
