package import ButtonModel

/// Where one property of an appearance comes from.
package struct ExplainedProperty: Hashable, Sendable {
  /// What one layer has for it.
  package struct Value: Hashable, Sendable {
    package var layer: LookLayer.Kind
    /// The lane that set it.
    package var stage: Int?
    /// The property that the layer sets; nil if there is no single one.
    package var property: Property?
    /// The layer that set a transformer.
    package var setBy: LookLayer.Kind?
    /// The value in the appearance's form; nil for nothing.
    package var value: StateValue?
  }

  package let key: AppearanceKey
  package let winner: Value
  /// The values of the layers below, the strongest first.
  package let losing: [Value]
  /// What the system style computed the value from.
  package let from: [Value]
}
