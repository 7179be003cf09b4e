/// A property's entry in the registry.
public struct PropertyRow: Sendable {
  /// The property itself.
  public let property: Property
  /// The name in JSON; members of a group have dotted names: `contentInsets.top`.
  public let name: StaticString
  /// The type of its values, and which of them are allowed.
  public let kind: Kind
  /// The value if nothing sets it; nil for no value or, where the documentation says so, the style's.
  public let fallback: PropertyValue?
  /// The revision of the registry that added it.
  public let since: Int
  /// Who may set it.
  public let setters: PropertySetters
  /// Whether a number outside of its range counts as the nearest one inside, and is not a mistake.
  public let clamps: Bool
  /// One or two sentences for people who set it.
  public let documentation: StaticString

  /// A type of values and its limits.
  public enum Kind: Sendable {
    case bool
    case number(ClosedRange<Double>)
    case text
    case choice([UTF8String])
    case color
    case effect
    case attributedText
    /// The text form of a `FontEffect`, kept as text.
    case fontEffect
    /// The text form of a `Transaction`, kept as text.
    case transaction
    /// The JSON text of ``TextRun``s, kept as text.
    case textRuns

    /// The type without its limits.
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

    /// The names of a choice; empty for other types.
    package var choices: [UTF8String] {
      if case .choice(let names) = self { names } else { [] }
    }
  }

  /// The number that a given one counts as: itself, unless the row clamps.
  package func clamped(_ number: Double) -> Double {
    guard clamps, !number.isNaN else { return number }
    return min(max(number, kind.range.lowerBound), kind.range.upperBound)
  }

  /// The name as UTF-8, valid forever.
  var nameBytes: UnsafeBufferPointer<UInt8> {
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
