extension StateValues {
  /// The properties that can have values for states.
  public static let properties: [Property] = [
    .title, .attributedTitle, .titleRuns, .titleColor, .titleTextStyle, .titleFontSize,
    .titleFontWeight, .titleFontDesign, .titleItalic, .titleMonospacedDigits,
    .titleAdjustsFontForContentSize, .subtitleTextStyle, .subtitleFontSize, .subtitleFontWeight,
    .subtitleFontDesign, .subtitleItalic, .subtitleMonospacedDigits,
    .subtitleAdjustsFontForContentSize, .image, .imageSize, .imageWeight, .imageRenderingMode,
    .controlSize, .borderShape, .borderRadius,
  ]

  /// One assignment: a value for a state, or its removal.
  public struct Change: Hashable, Sendable {
    public let property: Property
    public let state: ControlState
    public let value: PropertyValue?

    public init(property: Property, state: ControlState, value: PropertyValue?) {
      self.property = property
      self.state = state
      self.value = value
    }
  }

  /// The value for exactly this state, otherwise that for normal, otherwise nil.
  ///
  /// Highlighted + disabled is looked up as highlighted. No other combination is reduced.
  public func value(of property: Property, for state: ControlState) -> PropertyValue? {
    let key = StateValues.key(for: state)
    var fallback: PropertyValue?
    for entry in entries where entry.property == property {
      if entry.state == key { return entry.value }
      if entry.state == .normal { fallback = entry.value }
    }
    return fallback
  }

  /// Calls `body` with each property that has a value for a state, as ``value(of:for:)`` finds it, and
  /// the value; the properties come in their order. A size for exactly this state, by whatever property,
  /// leaves out one for normal.
  public func forEachValue(for state: ControlState, _ body: (Property, PropertyValue) -> Void) {
    let key = StateValues.key(for: state)
    var rest = entries[...]
    while let property = rest.first?.property {
      let end = rest.firstIndex { $0.property != property } ?? rest.endIndex
      let own = rest[..<end]
      if let exact = own.first(where: { $0.state == key }) {
        body(property, exact.value)
      } else if let normal = own.first(where: { $0.state == .normal }),
        property.otherSize.map({ index(of: $0, for: key) == nil || key == .normal }) ?? true
      {
        body(property, normal.value)
      }
      rest = rest[end...]
    }
  }

  /// The state whose value ``value(of:for:)`` returns; nil if that is nil.
  public func state(of property: Property, for state: ControlState) -> ControlState? {
    [StateValues.key(for: state), .normal].first { index(of: property, for: $0) != nil }
  }

  /// Sets or removes the value for exactly this state and says whether anything was stored.
  ///
  /// For highlighted + disabled the key is the state without disabled, and the value is kept only if
  /// that key has one already. A title drops the attributed title and the runs of its key, an attributed
  /// title the runs; a text style drops the size of its key, and the other way round.
  @discardableResult
  public mutating func set(
    _ value: PropertyValue?, of property: Property, for state: ControlState
  ) -> Bool {
    let key = StateValues.key(for: state)
    if key != state, index(of: property, for: key) == nil { return false }
    write(value, of: property, key: key)
    if property == .title { write(nil, of: .attributedTitle, key: key) }
    if property == .title || property == .attributedTitle { write(nil, of: .titleRuns, key: key) }
    if value != nil, let size = property.otherSize { write(nil, of: size, key: key) }
    return true
  }

  /// Applies changes that came together, in the order that their rules ask for: keys with
  /// highlighted and disabled after all others, and each form of a text or a size after those that it
  /// counts for more than.
  public mutating func apply(_ changes: [Change]) {
    for isLast in [false, true] {
      for count in (0...2).reversed() {
        for change in changes
        where (StateValues.key(for: change.state) != change.state) == isLast
          && change.property.surpassing.count == count
        {
          set(change.value, of: change.property, for: change.state)
        }
      }
    }
  }

  /// What the values set in a state, as a layer over the configuration.
  public func layer(for state: ControlState) -> PropertyList {
    var layer = PropertyList()
    forEachValue(for: state) { layer[$0] = $1 }
    if layer[.titleRuns] != nil { layer[.attributedTitle] = nil }
    if layer[.titleRuns] != nil || layer[.attributedTitle] != nil { layer[.title] = nil }
    return layer
  }

  /// The state under which a value is kept.
  public static func key(for state: ControlState) -> ControlState {
    state.isSuperset(of: [.highlighted, .disabled]) ? state.subtracting(.disabled) : state
  }

  private mutating func write(_ value: PropertyValue?, of property: Property, key: ControlState) {
    if let index = index(of: property, for: key) { entries.remove(at: index) }
    guard let value else { return }
    let place = entries.firstIndex { entry in
      (entry.property.rawValue, entry.state.rawValue) > (property.rawValue, key.rawValue)
    }
    entries.insert(
      Entry(property: property, state: key, value: value), at: place ?? entries.endIndex)
  }

  private func index(of property: Property, for key: ControlState) -> Int? {
    entries.firstIndex { $0.property == property && $0.state == key }
  }
}
