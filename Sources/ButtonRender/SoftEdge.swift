/// The edge of a shadow: rectangles within each other that together fade as a Gaussian blur does.
///
/// A filter would do the same in one element, and take minutes on a large sheet: renderers blur as
/// much as the whole picture for it.
struct SoftEdge {
  /// One rectangle of a shadow.
  struct Layer {
    /// Points by which it lies outside the shadow's shape; negative: inside.
    let outset: Double
    /// What its alpha is multiplied by.
    let opacity: Double
  }

  /// The rectangles, the outermost first.
  let layers: [Layer]

  /// How far outside of the edge, and inside, there is a blur to be seen, in standard deviations.
  private static let (outermost, innermost) = (2.0, -2.0)

  /// The edge of a shadow of some size whose alpha is 0 to 1, blurred by a standard deviation in
  /// points.
  init(width: Double, height: Double, alpha: Double, deviation: Double) {
    guard deviation > 0 else {
      layers = [Layer(outset: 0, opacity: 1)]
      return
    }
    let (short, long) = (min(width, height) / deviation, max(width, height) / deviation)
    // Of a faint shadow, many layers would round away its hue.
    let count = Int(SVGWriter.bounded(alpha * 50, 4, 16))
    let step = (SoftEdge.innermost - SoftEdge.outermost) / Double(count)
    var layers: [Layer] = []
    var reached = 0.0
    for number in 0..<count {
      let sample = SoftEdge.outermost + step * Double(number)
      guard sample > -short / 2 else { break }
      // Up to the next layer the blur is as strong as in the middle; a shape that is small beside
      // its blur is nowhere as dark as the shadow is.
      let middle = max(sample + step / 2, -short / 2)
      let share =
        (SoftEdge.normal(-middle) - SoftEdge.normal(-middle - short))
        * (2 * SoftEdge.normal(long / 2) - 1)
      let wanted = alpha * min(share, 1)
      // What lies on each other hides a part of what is below.
      guard wanted > reached, reached < 1, alpha > 0 else { continue }
      layers.append(
        Layer(
          outset: sample * deviation, opacity: (wanted - reached) / (1 - reached) / alpha))
      reached = wanted
    }
    self.layers = layers
  }

  /// The share of a normal distribution below a value (Abramowitz and Stegun, 7.1.27).
  private static func normal(_ value: Double) -> Double {
    let x = value.magnitude / 2.0.squareRoot()
    let root = 1 + x * (0.278393 + x * (0.230389 + x * (0.000972 + x * 0.078108)))
    let tail = 0.5 / (root * root * root * root)
    return value < 0 ? tail : 1 - tail
  }
}
