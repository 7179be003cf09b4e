import ButtonModel
import ButtonResolver
import Glibc
import TestSupport
import Testing

/// The colour spaces of Design Tokens, converted as CSS Color 4 says.
struct ColorConversionTests {
  @Test(
    arguments: [
      // Colours that CSS Color 4 gives in two spaces.
      ("hsl", [38.824, 100, 50], 0xFFA500),
      ("hsl", [30, 60, 40], 0xA36629),
      ("hwb", [0, 0, 0], 0xFF0000),
      ("lab", [66.927, 4.873, 68.622], 0xC29E08),
      ("lch", [52.2345, 72.2, 56.2], 0xC65D06),
      ("oklch", [0.421, 0.192, 328.6], 0x80027F),
      ("oklch", [0.452, 0.313, 264.1], 0x0000FF),
      ("oklch", [0.968, 0.211, 109.8], 0xFFFF00),
      ("display-p3", [0.823, 0.6554, 0.2537], 0xDAA520),
      ("xyz-d65", [0.472, 0.372, 0.131], 0xF38854),
      // Those that are the same in each space.
      ("srgb-linear", [1, 0, 1], 0xFF00FF),
      ("lab", [100, 0, 0], 0xFFFFFF),
      ("oklab", [0, 0.3, 0.3], 0x000000),
      ("xyz-d50", [0, 0, 0], 0x000000),
      // Whiteness and blackness that are too much together make a gray.
      ("hwb", [120, 60, 60], 0x808080),
      // What sRGB lacks: the primaries of Display P3, as other implementations of the same algorithm map them.
      ("display-p3", [1, 0, 0], 0xFF0B0C),
      ("display-p3", [0, 1, 0], 0x00FB29),
      ("display-p3", [0, 0, 1], 0x0000FF),
      ("display-p3", [1, 1, 0], 0xFEFF00),
      ("display-p3", [0, 1, 1], 0x00FEFB),
      ("display-p3", [1, 0, 1], 0xFF2BFB),
      // Lighter than white.
      ("lch", [100, 60, 30], 0xFFFFFF),
    ] as [(String, [Double], UInt32)])
  func aColorIsWhatCSSMakesOfIt(space: String, components: [Double], rgb: UInt32) throws {
    let color = try Self.read(space, components)
    for shift in [16, 8, 0] as [UInt32] {
      let distance = Int(color >> shift & 0xFF) - Int(rgb >> shift & 0xFF)
      #expect(abs(distance) <= 1, "\(String(color, radix: 16)) for \(String(rgb, radix: 16))")
    }
  }

  @Test func aComponentThatIsNoneHasNoEffect() throws {
    for (components, same) in [
      (##"["none", 0, 100]"##, "[0, 0, 100]"), (##"[210, "none", 40]"##, "[210, 0, 40]"),
      (##"["none", "none", "none"]"##, "[0, 0, 0]"),
    ] {
      #expect(try Self.read("hsl", components) == Self.read("hsl", same))
    }
  }

  /// `hex` counts for what sRGB lacks, and for spaces that nobody knows; else the components do.
  @Test(
    arguments: [
      ("oklch", "[0.5, 0.05, 30]", 0x7D5952), ("display-p3", "[0, 1, 0]", 0x123456),
      ("cmyk", "[1]", 0x123456),
    ] as [(String, String, UInt32)])
  func hexStandsInForWhatIsNotThere(space: String, components: String, rgb: UInt32) throws {
    #expect(try Self.read(space, components, ##", "hex": "#123456""##) == rgb)
  }

  /// The way from sRGB is computed from chromaticities, the way back is what themes do.
  @Test func everySpaceLeadsBackToTheColorOfAByte() throws {
    var seed = Seed()
    for round in 0..<scaled(300) {
      let rgb = round == 0 ? 0xFFFFFF : UInt32.random(in: 0...0xFFFFFF, using: &seed)
      for (space, components) in Forward(rgb).colors {
        let text = components.map { "\($0)" }.joined(separator: ", ")
        let color = try Self.read(space, "[\(text)]")
        #expect(color == rgb, "\(space) [\(text)]")
      }
    }
  }

  /// What sRGB lacks keeps lightness and hue, and as much chroma as sRGB has at these.
  @Test func aColorThatSRGBLacksIsReplacedByOneNearby() throws {
    var seed = Seed()
    for _ in 0..<scaled(300) {
      // Below, a step of a byte is a larger difference than any that this allows.
      let lightness = Double.random(in: 0.1...0.95, using: &seed)
      let chroma = Double.random(in: 0.02...0.5, using: &seed)
      let hue = Double.random(in: 0..<360, using: &seed)
      let color = Forward(try Self.read("oklch", [lightness, chroma, hue])).oklab
      let (a, b) = (cos(hue * .pi / 180), sin(hue * .pi / 180))
      // How far along the hue, and beside it.
      let reach = color[1] * a + color[2] * b
      let offset = hypot(color[1] * b - color[2] * a, color[0] - lightness)
      // A just noticeable difference, and the rounding to bytes, which is coarsest for dark colours.
      let tolerance = lightness < 0.2 ? 0.04 : 0.024
      #expect(offset < tolerance, "\(lightness) \(chroma) \(hue)")
      let held = Array(stride(from: 0, to: chroma, by: 0.002)).last {
        Forward.holds(lightness: lightness, $0 * a, $0 * b)
      }
      #expect(reach > (held ?? 0) - tolerance, "\(lightness) \(chroma) \(hue)")
    }
  }

  @Test(arguments: [
    ("oklch", "[0.5, 0.1, 360]", "c: must be from 0 to below 360, but is 360.0", "components[2]"),
    ("lch", "[50, -1, 0]", "c: must not be negative, but is -1.0", "components[1]"),
    ("hwb", "[0, 101, 0]", "c: must be from 0 to 100, but is 101.0", "components[1]"),
    ("lab", #"[50, "some", 0]"#, #"c: must be a number or "none""#, "components[1]"),
    ("lab", "[50, 0]", "c: must be [lightness, a, b]", "components"),
    (
      "okclh", "[0, 0, 0]",
      "c: 'okclh' is not a colour space of Design Tokens; did you mean 'oklch'?", "colorSpace"
    ),
  ])
  func aColorThatIsNoneIsNamed(space: String, components: String, text: String, place: String) {
    let errors = Self.file(space, components).errors
    #expect(errors.map(\.text) == [text])
    #expect(errors.map(\.place) == ["c.$value.\(place)"])
  }

  // MARK: Reading

  private static func file(_ space: String, _ components: String, _ more: String = "") -> ThemeFile
  {
    ThemeFile(
      ##"{"c": {"$type": "color", "$value": {"colorSpace": "\##(space)", "components": \##(components)\##(more)}}}"##
    )
  }

  /// The colour 0xRRGGBB that a theme makes of components.
  private static func read(
    _ space: String, _ components: String, _ more: String = ""
  ) throws -> UInt32 {
    let file = file(space, components, more)
    try #require(file.errors.map(\.text) == [], "\(space) \(components)")
    let text = try #require(file.theme["c"]?.value.text)
    return try #require(UInt32(text.dropFirst(3).prefix(6), radix: 16))
  }

  private static func read(_ space: String, _ components: [Double]) throws -> UInt32 {
    try read(space, "[" + components.map { "\($0)" }.joined(separator: ", ") + "]")
  }
}

/// A colour of bytes in all spaces, computed from the definitions of the spaces.
private struct Forward {
  typealias Vector = [Double]

  private let rgb: Vector

  init(_ rgb: UInt32) { self.rgb = [16, 8, 0].map { Double(rgb >> $0 & 0xFF) / 255 } }

  private var light: Vector {
    rgb.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
  }

  /// A space by the chromaticities of its primaries and of its white.
  private struct Primaries {
    var red: (Double, Double)
    var green: (Double, Double)
    var blue: (Double, Double)
    var white = (0.3127, 0.3290)

    /// XYZ of the components of light: the primaries as much as makes white of one of each.
    var matrix: [Vector] {
      let columns = [red, green, blue].map(Forward.xyz(of:))
      let plain = (0..<3).map { row in columns.map { $0[row] } }
      let amounts = Forward.solve(plain, Forward.xyz(of: white))
      return plain.map { zip($0, amounts).map { $0 * $1 } }
    }
  }

  private static let srgb = Primaries(red: (0.64, 0.33), green: (0.3, 0.6), blue: (0.15, 0.06))
  private static let d50 = (0.3457, 0.3585)

  /// A space with red, green and blue, and how a component follows from its light.
  private typealias Space = (
    name: String, primaries: Primaries, encode: @Sendable (Double) -> Double
  )

  private static let spaces: [Space] = [
    (
      "display-p3", Primaries(red: (0.68, 0.32), green: (0.265, 0.69), blue: (0.15, 0.06)),
      { $0 <= 0.0031308 ? $0 * 12.92 : 1.055 * pow($0, 1 / 2.4) - 0.055 }
    ),
    (
      "a98-rgb", Primaries(red: (0.64, 0.33), green: (0.21, 0.71), blue: (0.15, 0.06)),
      { pow($0, 256.0 / 563) }
    ),
    (
      "rec2020", Primaries(red: (0.708, 0.292), green: (0.17, 0.797), blue: (0.131, 0.046)),
      { pow($0, 1 / 2.4) }
    ),
    (
      "prophoto-rgb",
      Primaries(
        red: (0.734699, 0.265301), green: (0.159597, 0.840403), blue: (0.036598, 0.000105),
        white: d50), { $0 < 1.0 / 512 ? 16 * $0 : pow($0, 1 / 1.8) }
    ),
  ]

  /// What each space has for the colour.
  var colors: [(space: String, components: Vector)] {
    let xyz = Self.multiply(Self.srgb.matrix, light)
    let adapted = Self.adapted(xyz)
    var colors = [
      ("srgb", rgb), ("srgb-linear", light), ("hsl", hsl), ("hwb", hwb),
      ("lab", Self.lab(adapted)), ("lch", Self.polar(Self.lab(adapted))),
      ("oklab", oklab), ("oklch", Self.polar(oklab)),
    ]
    // Design Tokens have no component above 1, though white has one.
    if xyz[2] <= 1 { colors.append(("xyz-d65", xyz)) }
    if adapted[2] <= 1 { colors.append(("xyz-d50", adapted)) }
    for (name, primaries, encode) in Self.spaces {
      let light = Self.solve(
        primaries.matrix, primaries.white == Self.d50 ? adapted : xyz)
      // Rounding leads out of the range by a little.
      colors.append((name, light.map { min(max(encode(max($0, 0)), 0), 1) }))
    }
    return colors
  }

  private var hsl: Vector {
    let (low, high) = (least, most)
    let lightness = (low + high) / 2
    let range = high - low
    let saturation = range == 0 ? 0 : range / (1 - abs(2 * lightness - 1))
    return [hue, min(saturation, 1) * 100, lightness * 100]
  }

  private var hwb: Vector { [hue, least * 100, (1 - most) * 100] }

  private var least: Double { min(rgb[0], rgb[1], rgb[2]) }
  private var most: Double { max(rgb[0], rgb[1], rgb[2]) }

  private var hue: Double {
    let (low, high) = (least, most)
    guard high > low else { return 0 }
    let sector: Double
    if rgb[0] == high {
      sector = (rgb[1] - rgb[2]) / (high - low)
    } else if rgb[1] == high {
      sector = (rgb[2] - rgb[0]) / (high - low) + 2
    } else {
      sector = (rgb[0] - rgb[1]) / (high - low) + 4
    }
    return sector < 0 ? sector * 60 + 360 : sector * 60
  }

  /// As its author published it, from light in sRGB.
  var oklab: Vector {
    let cones = Self.multiply(
      [
        [0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
      ], light)
    return Self.multiply(
      [
        [0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
      ], cones.map { cbrt($0) })
  }

  /// Whether sRGB has a colour in Oklab.
  static func holds(lightness: Double, _ a: Double, _ b: Double) -> Bool {
    let cones = multiply(
      [
        [1, 0.3963377774, 0.2158037573], [1, -0.1055613458, -0.0638541728],
        [1, -0.0894841775, -1.2914855480],
      ], [lightness, a, b]
    ).map { $0 * $0 * $0 }
    return multiply(
      [
        [4.0767416621, -3.3077115913, 0.2309699292], [-1.2684380046, 2.6097574011, -0.3413193965],
        [-0.0041960863, -0.7034186147, 1.7076147010],
      ], cones
    ).allSatisfy { (0...1).contains($0) }
  }

  private static func lab(_ xyz: Vector) -> Vector {
    let roots = zip(xyz, Self.xyz(of: d50)).map { value, white in
      let share = value / white
      return share > pow(6.0 / 29, 3) ? cbrt(share) : share * pow(29.0 / 6, 2) / 3 + 4.0 / 29
    }
    return [116 * roots[1] - 16, 500 * (roots[0] - roots[1]), 200 * (roots[1] - roots[2])]
  }

  private static func polar(_ color: Vector) -> Vector {
    let hue = atan2(color[2], color[1]) * 180 / .pi
    return [color[0], hypot(color[1], color[2]), hue < 0 ? hue + 360 : hue]
  }

  /// Bradford's adaptation from the white of D65 to that of D50.
  private static func adapted(_ xyz: Vector) -> Vector {
    let bradford = [
      [0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296],
    ]
    let from = multiply(bradford, Self.xyz(of: (0.3127, 0.3290)))
    let to = multiply(bradford, Self.xyz(of: d50))
    let cones = multiply(bradford, xyz)
    return solve(bradford, (0..<3).map { cones[$0] * to[$0] / from[$0] })
  }

  private static func xyz(of point: (Double, Double)) -> Vector {
    [point.0 / point.1, 1, (1 - point.0 - point.1) / point.1]
  }

  private static func multiply(_ matrix: [Vector], _ vector: Vector) -> Vector {
    matrix.map { zip($0, vector).reduce(0) { $0 + $1.0 * $1.1 } }
  }

  /// The vector that a matrix makes another one of, after Cramer.
  private static func solve(_ matrix: [Vector], _ vector: Vector) -> Vector {
    let whole = determinant(matrix)
    return (0..<3).map { column in
      var changed = matrix
      for row in 0..<3 { changed[row][column] = vector[row] }
      return determinant(changed) / whole
    }
  }

  private static func determinant(_ m: [Vector]) -> Double {
    m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
      - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
      + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
  }
}
