package import ButtonModel

/// Where one property of an appearance comes from.
package struct ExplainedProperty: Hashable, Sendable {
  /// What one layer has for it.
  package struct Value: Hashable, Sendable {
    package var layer: LookLayer.Kind
    /// The lane behind it.
    package var stage: Int?
    /// What the layer sets; nil where nothing is set that has a name.
    package var property: Property?
    /// The layer that set a transformer.
    package var setBy: LookLayer.Kind?
    /// In the form that the appearance has; nil is nothing.
    package var value: StateValue?
  }

  package let key: AppearanceKey
  package let winner: Value
  /// What the layers below have, the strongest first.
  package let losing: [Value]
  /// What the system style made the value of.
  package let from: [Value]
}
