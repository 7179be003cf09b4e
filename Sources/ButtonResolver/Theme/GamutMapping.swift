import Glibc

/// Maps colours into the sRGB gamut with the same lightness and hue: CSS Color 4's binary search
/// with local clipping.
enum GamutMapping {
  /// The just noticeable difference, in Oklab.
  private static let noticed = 0.02
  /// Where the search stops.
  private static let accuracy = 0.0001

  static func holds(_ color: Triple) -> Bool { color.min() >= 0 && color.max() <= 1 }

  /// A colour in gamut is unchanged. Components are 0 to 1 with sRGB's transfer function.
  static func map(_ color: Triple) -> Triple {
    if holds(color) { return color }
    let origin = Oklab.color(ofLight: Transfer.srgb.decode(color))
    if origin.x >= 1 { return Triple(repeating: 1) }
    if origin.x <= 0 { return Triple(repeating: 0) }
    return Transfer.encode(reduce(origin))
  }

  /// Reduces an Oklab colour's chroma until it is about in gamut; the result is linear light.
  private static func reduce(_ origin: Triple) -> Triple {
    let chroma = hypot(origin.y, origin.z)
    var (clipped, distance) = clip(origin)
    if distance < noticed || chroma == 0 { return clipped }
    var (least, most) = (0.0, chroma)
    var leastIsHeld = true
    while most - least > accuracy {
      let middle = (least + most) / 2
      let current = origin * Triple(1, middle / chroma, middle / chroma)
      if leastIsHeld, holds(Oklab.light(of: current)) {
        least = middle
        continue
      }
      (clipped, distance) = clip(current)
      if distance >= noticed {
        most = middle
      } else if noticed - distance < accuracy {
        break
      } else {
        leastIsHeld = false
        least = middle
      }
    }
    return clipped
  }

  /// Clips each component; `distance` is how far that moves the colour.
  private static func clip(_ color: Triple) -> (light: Triple, distance: Double) {
    let light = Oklab.light(of: color).clamped(
      lowerBound: Triple(repeating: 0), upperBound: Triple(repeating: 1))
    let change = Oklab.color(ofLight: light) - color
    return (light, (change * change).sum().squareRoot())
  }
}
