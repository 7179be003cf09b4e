/// Values for exact control states, like UIKit's older setters (`setTitle(_:for:)` and others).
/// Their rules for highlighted + disabled apply when values are set.
public struct StateValues: Hashable, Sendable {
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

  /// Ascending by property, then state.
  public var entries: [Entry]

  public init(entries: [Entry] = []) { self.entries = entries }
}
