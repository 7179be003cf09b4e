import Glibc

/// A colour space of Design Tokens; converts as CSS Color 4 says.
enum ColorSpace: String, CaseIterable {
  case srgb
  case srgbLinear = "srgb-linear"
  case hsl, hwb, lab, lch, oklab, oklch
  case displayP3 = "display-p3"
  case a98RGB = "a98-rgb"
  case prophotoRGB = "prophoto-rgb"
  case rec2020
  case xyzD65 = "xyz-d65"
  case xyzD50 = "xyz-d50"

  /// A component of a colour, and its range.
  struct Component {
    let name: String
    /// Nil for no bounds.
    let least: Double?
    let most: Double?
    /// The range excludes `most`.
    var isBelowMost = false

    /// How far tools exceed a bound when they round.
    private static let slack = 1e-6

    /// Nil if the number is allowed.
    func fault(_ number: Double) -> String? {
      let isBelow = number < (least ?? -.infinity) - Self.slack
      let most = self.most ?? .infinity
      let isAbove = isBelowMost ? number >= most : number > most + Self.slack
      guard isBelow || isAbove, let least else { return nil }
      guard most.isFinite else { return "must not be negative, but is \(number)" }
      return
        "must be from \(Int(least)) to \(isBelowMost ? "below " : "")\(Int(most)), but is \(number)"
    }
  }

  var components: [Component] {
    switch self {
    case .srgb, .srgbLinear, .displayP3, .a98RGB, .prophotoRGB, .rec2020:
      Self.components("red", "green", "blue")
    case .xyzD65, .xyzD50: Self.components("x", "y", "z")
    case .hsl: [Self.hue, Self.percent("saturation"), Self.percent("lightness")]
    case .hwb: [Self.hue, Self.percent("whiteness"), Self.percent("blackness")]
    case .lab: [Self.percent("lightness"), Self.axis("a"), Self.axis("b")]
    case .oklab: [Self.share("lightness"), Self.axis("a"), Self.axis("b")]
    case .lch: [Self.percent("lightness"), Self.chroma, Self.hue]
    case .oklch: [Self.share("lightness"), Self.chroma, Self.hue]
    }
  }

  private static func components(_ names: String...) -> [Component] { names.map { share($0) } }

  private static func share(_ name: String) -> Component {
    Component(name: name, least: 0, most: 1)
  }

  private static func percent(_ name: String) -> Component {
    Component(name: name, least: 0, most: 100)
  }

  private static func axis(_ name: String) -> Component {
    Component(name: name, least: nil, most: nil)
  }

  private static let chroma = Component(name: "chroma", least: 0, most: nil)

  private static let hue = Component(name: "hue", least: 0, most: 360, isBelowMost: true)

  /// Converts to sRGB with the transfer function; below 0 or above 1 outside the gamut.
  func srgb(_ color: Triple) -> Triple {
    switch self {
    case .srgb: color
    case .hsl: Self.hsl(color)
    case .hwb: Self.hwb(color)
    case .srgbLinear: Transfer.encode(color)
    case .displayP3, .a98RGB, .prophotoRGB, .rec2020, .lab, .lch, .oklab, .oklch, .xyzD65, .xyzD50:
      Transfer.encode(Matrix.xyzToSRGB * xyz(color))
    }
  }

  /// CIE XYZ with the D65 white point.
  private func xyz(_ color: Triple) -> Triple {
    switch self {
    case .srgb, .srgbLinear, .hsl, .hwb: Matrix.srgbToXYZ * Transfer.srgb.decode(srgb(color))
    case .displayP3: Matrix.p3ToXYZ * Transfer.srgb.decode(color)
    case .a98RGB: Matrix.a98ToXYZ * Transfer.a98.decode(color)
    case .rec2020: Matrix.rec2020ToXYZ * Transfer.rec2020.decode(color)
    case .prophotoRGB: Matrix.d50ToD65 * (Matrix.prophotoToXYZ * Transfer.prophoto.decode(color))
    case .lab: Matrix.d50ToD65 * Self.xyz(lab: color)
    case .lch: Matrix.d50ToD65 * Self.xyz(lab: Self.rectangular(color))
    case .oklab: Oklab.xyz(color)
    case .oklch: Oklab.xyz(Self.rectangular(color))
    case .xyzD65: color
    case .xyzD50: Matrix.d50ToD65 * color
    }
  }

  private static func hsl(_ color: Triple) -> Triple {
    let (saturation, lightness) = (color.y / 100, color.z / 100)
    func channel(_ offset: Double) -> Double {
      let step = (offset + color.x / 30).truncatingRemainder(dividingBy: 12)
      let reach = saturation * min(lightness, 1 - lightness)
      return lightness - reach * max(-1, min(step - 3, 9 - step, 1))
    }
    return Triple(channel(0), channel(8), channel(4))
  }

  private static func hwb(_ color: Triple) -> Triple {
    let (white, black) = (color.y / 100, color.z / 100)
    if white + black >= 1 { return Triple(repeating: white / (white + black)) }
    return hsl(Triple(color.x, 100, 50)) * (1 - white - black) + white
  }

  /// Converts lightness, chroma and hue to rectangular coordinates.
  private static func rectangular(_ color: Triple) -> Triple {
    let hue = color.z * .pi / 180
    return Triple(color.x, color.y * cos(hue), color.y * sin(hue))
  }

  /// CIE XYZ with the D50 white point from CIE Lab.
  private static func xyz(lab: Triple) -> Triple {
    let (limit, slope) = (216.0 / 24_389, 24_389.0 / 27)
    let height = (lab.x + 16) / 116
    func part(_ value: Double) -> Double {
      let cube = value * value * value
      return cube > limit ? cube : (116 * value - 16) / slope
    }
    return Triple(part(lab.y / 500 + height), part(height), part(height - lab.z / 200))
      * Triple(0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585)
  }
}
