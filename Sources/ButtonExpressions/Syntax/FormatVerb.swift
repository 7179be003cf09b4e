/// What a format does to one value: `%s`, `%d`, `%02d`, `%.2f` and so on, as C's `printf` has them.
struct FormatVerb: Hashable, Sendable {
  /// The letters that may stand behind `%`.
  enum Letter: UInt8, CaseIterable, Sendable {
    case text = 0x73  // s
    case decimal = 0x64  // d
    case fixed = 0x66  // f
    case scientific = 0x65  // e
    case hexadecimal = 0x78  // x
    case upperHexadecimal = 0x58  // X
    case octal = 0x6F  // o
    case binary = 0x62  // b

    /// Whether it is of numbers with a sign.
    var canHavePlus: Bool { self == .decimal || self == .fixed || self == .scientific }

    /// Whether it writes numbers as people do.
    var canBeLocalized: Bool { self == .decimal || self == .fixed }

    /// The types that it takes.
    var operands: KindSet {
      switch self {
      case .text: .any
      case .decimal, .fixed, .scientific: .number
      case .hexadecimal, .upperHexadecimal: [.int, .string]
      case .octal: .int
      case .binary: [.int, .bool]
      }
    }
  }

  let letter: Letter
  /// Digits behind the point; only of `f` and `e`, 6 unless given.
  let precision: Int
  /// The fewest characters.
  var width = 0
  /// What fills them up.
  var filling = Filling.spacesBefore
  /// Whether a number that is not negative has a plus; only of `d`, `f` and `e`.
  var hasPlus = false
  /// `'`: whether digits are grouped, and the point written, as in the configuration's language; only of `d` and `f`.
  var isLocalized = false

  enum Filling: Sendable {
    case spacesBefore
    /// `-`
    case spacesBehind
    /// `0`: between sign and digits; of all but `s`.
    case zeros
  }

  /// The most digits behind the point, and the largest width.
  static let maximumPrecision = 100
}
