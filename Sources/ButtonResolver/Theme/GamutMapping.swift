import Glibc

/// Finds for a colour that sRGB lacks one that it has, with the same lightness and hue: the binary search with
/// local clipping of CSS Color 4.
enum GamutMapping {
  /// The distance in Oklab that is just noticed.
  private static let noticed = 0.02
  /// How near the search comes.
  private static let accuracy = 0.0001

  /// Whether sRGB has a colour.
  static func holds(_ color: Triple) -> Bool { color.min() >= 0 && color.max() <= 1 }

  /// The colour itself, or what stands for it; components from 0 to 1 with the transfer function of sRGB.
  static func map(_ color: Triple) -> Triple {
    if holds(color) { return color }
    let origin = Oklab.color(ofLight: Transfer.srgb.decode(color))
    if origin.x >= 1 { return Triple(repeating: 1) }
    if origin.x <= 0 { return Triple(repeating: 0) }
    return Transfer.encode(reduce(origin))
  }

  /// Reduces the chroma of a colour in Oklab until sRGB has it, or nearly so; the result is light.
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

  /// The nearest light that sRGB has in each component, and how far that is.
  private static func clip(_ color: Triple) -> (light: Triple, distance: Double) {
    let light = Oklab.light(of: color).clamped(
      lowerBound: Triple(repeating: 0), upperBound: Triple(repeating: 1))
    let change = Oklab.color(ofLight: light) - color
    return (light, (change * change).sum().squareRoot())
  }
}
