/// What a format does to one value: `%s`, `%d`, `%.2f` and so on.
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

  /// The most digits behind the point.
  static let maximumPrecision = 100
}
