/// Values for exact control states: the older setters (`setTitle(_:for:)` and its kin).
///
/// Keys with highlighted and disabled have the setters' own rules; they are applied when the values are set.
public struct StateValues: Hashable, Sendable {
  /// One value for one state.
  public struct Entry: Hashable, Sendable {
    public let property: Property
    public let state: ControlState
    public let value: PropertyValue

    public init(property: Property, state: ControlState, value: PropertyValue) {
      self.property = property
      self.state = state
      self.value = value
    }
  }

  /// The entries, ascending by property, then state.
  public var entries: [Entry]

  public init(entries: [Entry] = []) { self.entries = entries }
}
