extension StateValues {
  /// The properties that can have values for states.
  public static let properties = PropertyRegistry.rows.map(\.property).filter {
    $0.row.setters.contains(.stateValues)
  }

  /// An assignment of a value or an expression to a state; neither removes both.
  public struct Change: Hashable, Sendable {
    public let property: Property
    public let state: ControlState
    public let value: PropertyValue?
    public let expression: ExpressionText?

    public init(
      property: Property, state: ControlState, value: PropertyValue?,
      expression: ExpressionText? = nil
    ) {
      self.property = property
      self.state = state
      self.value = value
      self.expression = expression
    }
  }

  /// The value for exactly this state, otherwise that for normal, otherwise nil. Highlighted +
  /// disabled is looked up as highlighted; no other combination is reduced.
  public func value(of property: Property, for state: ControlState) -> PropertyValue? {
    let key = StateValues.key(for: state)
    var fallback: PropertyValue?
    for entry in entries where entry.property == property {
      if entry.state == key { return entry.value }
      if entry.state == .normal { fallback = entry.value }
    }
    return fallback
  }

  /// Calls `body` with each property that has a value for a state, as ``value(of:for:)`` finds it,
  /// in order of properties. A size for exactly this state, in any form, hides those for normal.
  public func forEachValue(for state: ControlState, _ body: (Property, PropertyValue) -> Void) {
    let key = StateValues.key(for: state)
    var rest = entries[...]
    while let property = rest.first?.property {
      let end = rest.firstIndex { $0.property != property } ?? rest.endIndex
      let own = rest[..<end]
      if let exact = own.first(where: { $0.state == key }) {
        body(property, exact.value)
      } else if let normal = own.first(where: { $0.state == .normal }),
        property.isText || key == .normal
          || property.otherForms.allSatisfy({ index(of: $0, for: key) == nil })
      {
        body(property, normal.value)
      }
      rest = rest[end...]
    }
  }

  /// The state whose value ``value(of:for:)`` returns; nil if there is no value.
  public func state(of property: Property, for state: ControlState) -> ControlState? {
    [StateValues.key(for: state), .normal].first { index(of: property, for: $0) != nil }
  }

  /// Sets or removes the value for exactly this state; returns whether that had an effect.
  ///
  /// Highlighted + disabled is stored as highlighted, and only if that has a value already. A title
  /// removes the attributed title and the runs of its key, an attributed title the runs; a text
  /// style and a size remove each other.
  @discardableResult
  public mutating func set(
    _ value: PropertyValue?, of property: Property, for state: ControlState
  ) -> Bool {
    var bindings = Bindings()
    return set(Change(property: property, state: state, value: value), &bindings)
  }

  /// Applies changes that came together to the values and their bindings in the order that the
  /// rules need: keys with highlighted and disabled last, and each form of a text or a size after
  /// those that it overrides.
  public mutating func apply(_ changes: [Change], _ bindings: inout Bindings) {
    func rank(_ change: Change) -> (Int, UInt8) {
      (StateValues.key(for: change.state) == change.state ? 0 : 1, change.property.rawValue)
    }
    for change in changes.sorted(by: { rank($0) < rank($1) }) { set(change, &bindings) }
  }

  @discardableResult
  private mutating func set(_ change: Change, _ bindings: inout Bindings) -> Bool {
    let (property, key) = (change.property, StateValues.key(for: change.state))
    let isThere =
      index(of: property, for: key) != nil || bindings[.stateValue(property, key)] != nil
    if key != change.state, !isThere { return false }
    write(change.value, of: property, key: key)
    bindings[.stateValue(property, key)] = change.expression
    let isNull = change.value == nil && change.expression == nil
    if isNull, !property.isText { return true }
    for form in change.value == nil ? property.strongerForms : property.otherForms {
      bindings[.stateValue(form, key)] = nil
      // A getter finds a plain text beside the attributed one that is shown.
      if property.isText, form.rawValue < property.rawValue { continue }
      write(nil, of: form, key: key)
    }
    return true
  }

  /// As a layer over the configuration.
  public func layer(for state: ControlState) -> PropertyList {
    var layer = PropertyList()
    forEachValue(for: state) { layer.assign($1, to: $0) }
    return layer
  }

  /// The state that values are stored under.
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
