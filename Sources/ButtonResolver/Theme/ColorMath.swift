import Glibc

/// Three components of a colour.
typealias Triple = SIMD3<Double>

/// A linear map between colour spaces, with CSS Color 4's figures.
struct Matrix {
  private let rows: (Triple, Triple, Triple)

  private init(_ first: Triple, _ second: Triple, _ third: Triple) {
    rows = (first, second, third)
  }

  static func * (matrix: Matrix, color: Triple) -> Triple {
    Triple(
      (matrix.rows.0 * color).sum(), (matrix.rows.1 * color).sum(), (matrix.rows.2 * color).sum())
  }

  // Between linear light and XYZ, both with the D65 white point.

  static let srgbToXYZ = Matrix(
    [506_752.0 / 1_228_815, 87_881.0 / 245_763, 12_673.0 / 70_218],
    [87_098.0 / 409_605, 175_762.0 / 245_763, 12_673.0 / 175_545],
    [7_918.0 / 409_605, 87_881.0 / 737_289, 1_001_167.0 / 1_053_270])

  static let xyzToSRGB = Matrix(
    [12_831.0 / 3_959, -329.0 / 214, -1_974.0 / 3_959],
    [-851_781.0 / 878_810, 1_648_619.0 / 878_810, 36_519.0 / 878_810],
    [705.0 / 12_673, -2_585.0 / 12_673, 705.0 / 667])

  static let p3ToXYZ = Matrix(
    [608_311.0 / 1_250_200, 189_793.0 / 714_400, 198_249.0 / 1_000_160],
    [35_783.0 / 156_275, 247_089.0 / 357_200, 198_249.0 / 2_500_400],
    [0, 32_229.0 / 714_400, 5_220_557.0 / 5_000_800])

  static let a98ToXYZ = Matrix(
    [573_536.0 / 994_567, 263_643.0 / 1_420_810, 187_206.0 / 994_567],
    [591_459.0 / 1_989_134, 6_239_551.0 / 9_945_670, 374_412.0 / 4_972_835],
    [53_769.0 / 1_989_134, 351_524.0 / 4_972_835, 4_929_758.0 / 4_972_835])

  static let rec2020ToXYZ = Matrix(
    [63_426_534.0 / 99_577_255, 20_160_776.0 / 139_408_157, 47_086_771.0 / 278_816_314],
    [26_158_966.0 / 99_577_255, 472_592_308.0 / 697_040_785, 8_267_143.0 / 139_408_157],
    [0, 19_567_812.0 / 697_040_785, 295_819_943.0 / 278_816_314])

  /// Both with the D50 white point.
  static let prophotoToXYZ = Matrix(
    [0.797_766_644_900_642_3, 0.135_181_297_400_533_08, 0.031_347_734_128_392_2],
    [0.288_074_828_819_401_3, 0.711_835_234_241_873, 0.000_089_936_938_725_64],
    [0, 0, 0.825_104_602_510_460_2])

  /// Converts XYZ from the D50 white point, after Bradford.
  static let d50ToD65 = Matrix(
    [0.955_473_421_488_075, -0.023_098_454_948_764_71, 0.063_259_243_200_570_72],
    [-0.028_369_709_333_863_7, 1.009_995_398_081_304_1, 0.021_041_441_191_917_323],
    [0.012_314_014_864_481_998, -0.020_507_649_298_898_964, 1.330_365_926_242_124])

  // Oklab's, between its three steps.

  static let xyzToCones = Matrix(
    [0.819_022_437_996_703, 0.361_906_260_052_890_4, -0.128_873_781_520_987_9],
    [0.032_983_653_932_388_5, 0.929_286_861_586_343_4, 0.036_144_666_350_642_4],
    [0.048_177_189_359_624_2, 0.264_239_531_752_730_8, 0.633_547_828_469_430_9])

  static let conesToXYZ = Matrix(
    [1.226_879_875_845_924_3, -0.557_814_994_460_217_1, 0.281_391_045_665_964_7],
    [-0.040_575_745_214_800_8, 1.112_286_803_280_317, -0.071_711_058_065_516_4],
    [-0.076_372_936_674_660_1, -0.421_493_332_402_243_2, 1.586_924_019_836_781_6])

  static let rootsToOklab = Matrix(
    [0.210_454_268_309_314, 0.793_617_774_702_305_4, -0.004_072_043_011_619_3],
    [1.977_998_532_431_168_4, -2.428_592_242_048_58, 0.450_593_709_617_411],
    [0.025_904_042_465_547_8, 0.782_771_712_457_529_6, -0.808_675_754_923_077_4])

  static let oklabToRoots = Matrix(
    [1, 0.396_337_777_376_174_9, 0.215_803_757_309_913_6],
    [1, -0.105_561_345_815_658_6, -0.063_854_172_825_813_3],
    [1, -0.089_484_177_529_811_9, -1.291_485_548_019_409_2])
}

/// How an RGB space's components follow from light, also below 0.
enum Transfer {
  case srgb, a98, prophoto, rec2020

  /// Converts components of 0 to 1 to linear light.
  func decode(_ color: Triple) -> Triple {
    Self.each(color) { value in
      switch self {
      case .srgb: value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      case .a98: pow(value, 563.0 / 256)
      case .prophoto: value <= 16.0 / 512 ? value / 16 : pow(value, 1.8)
      case .rec2020: pow(value, 2.4)
      }
    }
  }

  /// Converts linear light to sRGB components.
  static func encode(_ light: Triple) -> Triple {
    each(light) { $0 <= 0.0031308 ? 12.92 * $0 : 1.055 * pow($0, 1 / 2.4) - 0.055 }
  }

  private static func each(_ color: Triple, _ change: (Double) -> Double) -> Triple {
    func signed(_ value: Double) -> Double { value < 0 ? -change(-value) : change(value) }
    return Triple(signed(color.x), signed(color.y), signed(color.z))
  }
}

/// The space in which CSS compares and reduces colours: lightness from 0 to 1, and two axes.
enum Oklab {
  /// CIE XYZ with the D65 white point.
  static func xyz(_ color: Triple) -> Triple {
    let roots = Matrix.oklabToRoots * color
    return Matrix.conesToXYZ * (roots * roots * roots)
  }

  /// Converts linear sRGB light to Oklab.
  static func color(ofLight light: Triple) -> Triple {
    let cones = Matrix.xyzToCones * (Matrix.srgbToXYZ * light)
    return Matrix.rootsToOklab * Triple(cbrt(cones.x), cbrt(cones.y), cbrt(cones.z))
  }

  /// Linear sRGB; below 0 or above 1 outside the gamut.
  static func light(of color: Triple) -> Triple { Matrix.xyzToSRGB * xyz(color) }
}
