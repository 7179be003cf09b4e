extension PropertyList {
  /// The typed getters return nil if this list does not set the property.
  public func bool(_ property: Property) -> Bool? {
    if case .bool(let value)? = self[property] { value } else { nil }
  }

  public func number(_ property: Property) -> Double? {
    if case .number(let value)? = self[property] { value } else { nil }
  }

  public func text(_ property: Property) -> UTF8String? {
    if case .text(let value)? = self[property] { value } else { nil }
  }

  public func choice<Choice: PropertyChoice>(_ property: Property) -> Choice? {
    if case .choice(let value)? = self[property] { Choice(rawValue: value) } else { nil }
  }

  public func color(_ property: Property) -> Color? {
    if case .color(let value)? = self[property] { value } else { nil }
  }

  public func effect(_ property: Property) -> Effect? {
    if case .effect(let value)? = self[property] { value } else { nil }
  }

  public func attributedText(_ property: Property) -> AttributedText? {
    if case .attributedText(let value)? = self[property] { value } else { nil }
  }

  public func textRuns(_ property: Property) -> [TextRun]? {
    guard case .textRuns = property.row.kind, let json = text(property) else { return nil }
    return try? TextRun.runs(json)
  }

  /// Sets the property, or removes it if `value` is nil, as all typed setters do.
  public mutating func setBool(_ value: Bool?, for property: Property) {
    assign(value.map { .bool($0) }, to: property)
  }

  public mutating func setNumber(_ value: Double?, for property: Property) {
    assign(value.map { .number($0) }, to: property)
  }

  public mutating func setText(_ value: String?, for property: Property) {
    assign(value.map { .text(UTF8String($0)) }, to: property)
  }

  public mutating func setChoice(_ value: (some PropertyChoice)?, for property: Property) {
    assign(value.map { .choice($0.rawValue) }, to: property)
  }

  public mutating func setColor(_ value: Color?, for property: Property) {
    assign(value.map { .color($0) }, to: property)
  }

  public mutating func setEffect(_ value: Effect?, for property: Property) {
    assign(value.map { .effect($0) }, to: property)
  }
}
