import ButtonModel

/// A slot for each property, into which a pass lays its layers; reused for every pass.
struct PropertyScratch: Sendable {
  private var values = [PropertyValue?](repeating: nil, count: Property.allCases.count)
  private var used = PropertySet()

  mutating func reset() {
    while let index = used.popFirstIndex() { values[index] = nil }
  }

  /// Overrides what is there; a title drops attributed title and runs below, and vice versa.
  mutating func lay(_ list: PropertyList) {
    for entry in list.entries { lay(entry.value, for: entry.property) }
  }

  mutating func lay(_ stateValues: StateValues, for state: ControlState) {
    guard !stateValues.entries.isEmpty else { return }
    // Forms of a title come after those that they are preferred to, and drop them.
    stateValues.forEachValue(for: state) { lay($1, for: $0) }
  }

  /// The value from the topmost layer that sets the property.
  subscript(property: Property) -> PropertyValue? {
    used.contains(property) ? values[Int(property.rawValue)] : nil
  }

  @inline(__always)
  func sets(_ property: Property) -> Bool { used.contains(property) }

  @inline(__always)
  func setsAny(of properties: PropertySet) -> Bool { !used.isDisjoint(with: properties) }

  @inline(__always)
  func bool(_ property: Property) -> Bool? {
    guard used.contains(property), case .bool(let value)? = values[Int(property.rawValue)] else {
      return nil
    }
    return value
  }

  @inline(__always)
  func number(_ property: Property) -> Double? {
    guard used.contains(property), case .number(let value)? = values[Int(property.rawValue)] else {
      return nil
    }
    return value
  }

  @inline(__always)
  func text(_ property: Property) -> UTF8String? {
    guard used.contains(property), case .text(let value)? = values[Int(property.rawValue)] else {
      return nil
    }
    return value
  }

  /// Nil for an empty text or image name, which stands for none.
  @inline(__always)
  func filledText(_ property: Property) -> UTF8String? {
    used.contains(property) ? filled(property) : nil
  }

  private func filled(_ property: Property) -> UTF8String? {
    text(property).flatMap { $0.bytes.isEmpty ? nil : $0 }
  }

  @inline(__always)
  func choice<Choice: PropertyChoice>(_ property: Property) -> Choice? {
    guard used.contains(property), case .choice(let value)? = values[Int(property.rawValue)] else {
      return nil
    }
    return Choice(rawValue: value)
  }

  @inline(__always)
  func color(_ property: Property) -> Color? {
    guard used.contains(property), case .color(let value)? = values[Int(property.rawValue)] else {
      return nil
    }
    return value
  }

  @inline(__always)
  func effect(_ property: Property) -> Effect? {
    guard used.contains(property), case .effect(let value)? = values[Int(property.rawValue)] else {
      return nil
    }
    return value
  }

  @inline(__always)
  func attributedText(_ property: Property) -> AttributedText? {
    guard used.contains(property), case .attributedText(let value)? = values[Int(property.rawValue)]
    else {
      return nil
    }
    return value
  }

  /// Nil if no layer sets them.
  func textRuns(_ property: Property) -> [TextRun]? {
    text(property).flatMap { try? TextRun.runs($0) }
  }

  /// Rounded as it is sent.
  @inline(__always)
  func length(_ property: Property, else fallback: Double) -> Double {
    number(property).map { Appearance.rounded($0) } ?? fallback
  }

  private mutating func lay(_ value: PropertyValue, for property: Property) {
    let others = property.otherForms
    if setsAny(of: others) { for form in others { clear(form) } }
    values[Int(property.rawValue)] = value
    used.insert(property)
  }

  /// Removes it from all layers.
  mutating func clear(_ property: Property) {
    guard used.contains(property) else { return }
    values[Int(property.rawValue)] = nil
    used.remove(property)
  }
}
