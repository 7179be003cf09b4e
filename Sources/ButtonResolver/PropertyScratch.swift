import ButtonModel

/// One place for each property, into which the layers of a pass are laid; reused pass after pass.
struct PropertyScratch: Sendable {
  private var values = [PropertyValue?](repeating: nil, count: Property.allCases.count)
  private var used = PropertySet()

  /// Forgets the layers of the pass before.
  mutating func reset() {
    while let index = used.popFirstIndex() { values[index] = nil }
  }

  /// Lays a list over what is there.
  mutating func lay(_ list: PropertyList) {
    for entry in list.entries { lay(entry.value, for: entry.property) }
    for pair in PropertyScratch.mirrors {
      if list[pair.attributed] != nil { clear(pair.plain) } else if list[pair.plain] != nil { clear(pair.attributed) }
    }
  }

  /// Lays the values for a state over what is there.
  mutating func lay(_ stateValues: StateValues, for state: ControlState) {
    guard !stateValues.entries.isEmpty else { return }
    let attributed = stateValues.value(of: .attributedTitle, for: state)
    if let attributed {
      lay(attributed, for: .attributedTitle)
      clear(.title)
    } else if let title = stateValues.value(of: .title, for: state) {
      lay(title, for: .title)
      clear(.attributedTitle)
    }
    if let color = stateValues.value(of: .titleColor, for: state) { lay(color, for: .titleColor) }
    if let image = stateValues.value(of: .image, for: state) { lay(image, for: .image) }
  }

  /// What the topmost layer that sets the property sets.
  subscript(property: Property) -> PropertyValue? { values[Int(property.rawValue)] }

  func bool(_ property: Property) -> Bool? {
    if case .bool(let value)? = self[property] { value } else { nil }
  }

  func number(_ property: Property) -> Double? {
    if case .number(let value)? = self[property] { value } else { nil }
  }

  func text(_ property: Property) -> UTF8String? {
    if case .text(let value)? = self[property] { value } else { nil }
  }

  func choice<Choice: PropertyChoice>(_ property: Property) -> Choice? {
    if case .choice(let value)? = self[property] { Choice(rawValue: value) } else { nil }
  }

  func color(_ property: Property) -> Color? {
    if case .color(let value)? = self[property] { value } else { nil }
  }

  func effect(_ property: Property) -> Effect? {
    if case .effect(let value)? = self[property] { value } else { nil }
  }

  func attributedText(_ property: Property) -> AttributedText? {
    if case .attributedText(let value)? = self[property] { value } else { nil }
  }

  private static let mirrors: [(plain: Property, attributed: Property)] = [
    (.title, .attributedTitle), (.subtitle, .attributedSubtitle),
  ]

  private mutating func lay(_ value: PropertyValue, for property: Property) {
    values[Int(property.rawValue)] = value
    used.insert(property)
  }

  private mutating func clear(_ property: Property) {
    guard used.contains(property) else { return }
    values[Int(property.rawValue)] = nil
    used.remove(property)
  }
}
