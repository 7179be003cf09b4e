public enum NamedColor: UInt8, Hashable, Sendable, CaseIterable {
  case systemBlue, tint, white, black, clear
  case systemPink, systemRed, systemOrange, systemYellow, systemGreen
  case systemIndigo, systemPurple, systemTeal, systemMint, systemCyan, systemBrown
  case systemGray, systemGray2, systemGray3, systemGray4, systemGray5, systemGray6
  case label, secondaryLabel, tertiaryLabel, quaternaryLabel
  case systemFill, secondarySystemFill, tertiarySystemFill, quaternarySystemFill
  case systemBackground, separator

  public var name: String { NamedColor.names[Int(rawValue)].string }

  public init?(name: UnsafeRawBufferPointer) {
    guard let index = NamedColor.names.firstIndex(where: { name.elementsEqual($0.bytes) }) else {
      return nil
    }
    self.init(rawValue: UInt8(index))
  }

  /// The colour's members; for `tint`, those of the default tint, systemBlue.
  public var members: Members { NamedColor.table[Int(rawValue)] }

  private static let names = allCases.map { UTF8String("\($0)") }
  private static let table = allCases.map { $0.tabulated }
}
