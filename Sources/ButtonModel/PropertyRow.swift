public struct PropertyRow: Sendable {
  public let property: Property
  /// As in JSON; members of a group have dotted names: `contentInsets.top`.
  public let name: StaticString
  public let kind: Kind
  /// The value if nothing sets it; nil for none or, where the documentation says so, the style's.
  public let fallback: PropertyValue?
  /// The revision of the registry that added it.
  public let since: Int
  public let setters: PropertySetters
  /// Numbers out of range are clamped instead of refused.
  public let clamps: Bool
  /// One or two sentences for those who set it.
  public let documentation: StaticString

  /// A type of values and its limits. The last three are kept as text.
  public enum Kind: Sendable {
    case bool
    case number(ClosedRange<Double>)
    case text
    case choice([UTF8String])
    case color
    case effect
    case attributedText
    case fontEffect
    case transaction
    case textRuns

    public var plain: PropertyKind {
      switch self {
      case .bool: .bool
      case .number: .number
      case .text: .text
      case .choice: .choice
      case .color: .color
      case .effect: .effect
      case .attributedText: .attributedText
      case .fontEffect: .fontEffect
      case .transaction: .transaction
      case .textRuns: .textRuns
      }
    }

    /// The numbers that are allowed; 0 alone for other types.
    package var range: ClosedRange<Double> {
      if case .number(let range) = self { range } else { 0...0 }
    }

    /// Empty for other types.
    package var choices: [UTF8String] {
      if case .choice(let names) = self { names } else { [] }
    }
  }

  /// Unchanged unless the row clamps.
  package func clamped(_ number: Double) -> Double {
    guard clamps, !number.isNaN else { return number }
    return min(max(number, kind.range.lowerBound), kind.range.upperBound)
  }

  /// UTF-8, valid forever.
  package var nameBytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
  }

  init(
    _ property: Property, _ name: StaticString, _ kind: Kind,
    default fallback: PropertyValue? = nil,
    setters: PropertySetters = [.configuration, .plugin], since: Int = 1, clamps: Bool = false,
    _ documentation: StaticString
  ) {
    self.property = property
    self.name = name
    self.kind = kind
    self.fallback = fallback
    self.since = since
    self.setters = setters
    self.clamps = clamps
    self.documentation = documentation
  }
}
