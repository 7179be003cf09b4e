/// What a format does to one value: `%s`, `%d`, `%02d`, `%.2f` and so on, as in C's `printf`.
struct FormatVerb: Hashable, Sendable {
  enum Letter: UInt8, CaseIterable, Sendable {
    case text = 0x73  // s
    case decimal = 0x64  // d
    case fixed = 0x66  // f
    case scientific = 0x65  // e
    case hexadecimal = 0x78  // x
    case upperHexadecimal = 0x58  // X
    case octal = 0x6F  // o
    case binary = 0x62  // b

    var canHavePlus: Bool { self == .decimal || self == .fixed || self == .scientific }

    var canBeLocalized: Bool { self == .decimal || self == .fixed }

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
  /// Decimals, for `f` and `e` only; 6 unless given.
  let precision: Int
  /// The least number of characters.
  var width = 0
  var filling = Filling.spacesBefore
  /// Non-negative numbers get a plus; for `d`, `f` and `e` only.
  var hasPlus = false
  /// `'`: groups digits and writes the point as in the configured language; for `d` and `f` only.
  var isLocalized = false

  enum Filling: Sendable {
    case spacesBefore
    /// `-`
    case spacesBehind
    /// `0`: between sign and digits; not for `s`.
    case zeros
  }

  /// The most decimals, and the largest width.
  static let maximumPrecision = 100
}
