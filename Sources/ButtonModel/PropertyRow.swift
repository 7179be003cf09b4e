/// What the registry says about one property.
public struct PropertyRow: Sendable {
  /// The property itself.
  public let property: Property
  /// The name on the wire; parts of a whole are dotted: `contentInsets.top`.
  public let name: StaticString
  /// What its values are, and which of them are allowed.
  public let kind: Kind
  /// What holds when nobody sets it; nil is nothing, or, where the documentation says so, the style's.
  public let fallback: PropertyValue?
  /// The registry's revision that brought it.
  public let since: Int
  /// Who may set it.
  public let setters: PropertySetters
  /// One or two sentences for those who set it.
  public let documentation: StaticString

  /// The kinds of values and their limits.
  public enum Kind: Sendable {
    case bool
    case number(ClosedRange<Double>)
    case text
    case choice([UTF8String])
    case color
    case effect
    case attributedText
    /// The text of a `Transaction`; values stay texts.
    case transaction

    /// The kind's name in the published registry.
    public var name: String {
      switch self {
      case .bool: "bool"
      case .number: "number"
      case .text: "text"
      case .choice: "choice"
      case .color: "color"
      case .effect: "effect"
      case .attributedText: "attributedText"
      case .transaction: "transaction"
      }
    }
  }

  init(
    _ property: Property, _ name: StaticString, _ kind: Kind,
    default fallback: PropertyValue? = nil,
    setters: PropertySetters = [.configuration, .plugin], since: Int = 1,
    _ documentation: StaticString
  ) {
    self.property = property
    self.name = name
    self.kind = kind
    self.fallback = fallback
    self.since = since
    self.setters = setters
    self.documentation = documentation
  }
}
