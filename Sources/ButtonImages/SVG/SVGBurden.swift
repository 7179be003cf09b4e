/// What it costs to draw something, in several respects. Sums and products stop at a bound.
struct SVGBurden {
  /// A respect, and how much of it a picture may cost when all references are followed.
  enum Respect: Int, CaseIterable {
    /// Elements that are drawn.
    case elements
    /// Bytes of tags and styles: outlines are as long as their text.
    case bytes
    /// Bytes of text that is drawn, and 16 for each piece: laying it out takes quadratic time.
    case letters
    /// Pixels of the images inside.
    case pixels
    /// Filter primitives, of which some count more than once.
    case primitives
    /// Masks, patterns and blend modes: each is drawn apart first.
    case layers

    var most: Int {
      switch self {
      case .elements: 50_000
      case .bytes: 1 << 20
      case .letters: 4_096
      case .pixels: ImageFile.maximumPixels
      case .primitives: 64
      case .layers: 256
      }
    }

    fileprivate var title: String {
      switch self {
      case .elements: "elements"
      case .bytes: "bytes of shapes and styles"
      case .letters: "bytes of text"
      case .pixels: "pixels of images"
      case .primitives: "filter effects"
      case .layers: "masks, patterns and blends"
      }
    }
  }

  /// Nothing costs more than this in any respect.
  static let bound = 1 << 30

  private var values = SIMD8<UInt32>()

  init() {}

  /// A cost in one respect.
  init(_ respect: Respect, _ count: Int = 1) { self[respect] = count }

  subscript(respect: Respect) -> Int {
    get { Int(values[respect.rawValue]) }
    set { values[respect.rawValue] = UInt32(min(newValue, SVGBurden.bound)) }
  }

  static func += (left: inout SVGBurden, right: SVGBurden) {
    left.values = pointwiseMin(
      left.values &+ right.values, SIMD8(repeating: UInt32(SVGBurden.bound)))
  }

  static func * (left: SVGBurden, times: Int) -> SVGBurden {
    let product =
      SIMD8<UInt64>(truncatingIfNeeded: left.values) &* UInt64(min(times, SVGBurden.bound))
    var burden = SVGBurden()
    burden.values = SIMD8(
      truncatingIfNeeded: pointwiseMin(product, SIMD8(repeating: UInt64(SVGBurden.bound))))
    return burden
  }

  /// Refuses what costs too much.
  func check() throws(ImageFault) {
    for respect in Respect.allCases where self[respect] > respect.most {
      let count = self[respect] == SVGBurden.bound ? "countless" : "\(self[respect])"
      throw ImageFault(
        "draws \(count) \(respect.title), each reference followed; "
          + "at most \(respect.most): make it simpler")
    }
  }
}
