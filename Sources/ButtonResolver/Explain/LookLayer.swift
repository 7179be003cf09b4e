package import ButtonModel

/// A layer of the resolution order, with what it sets.
package struct LookLayer: Sendable {
  /// The kinds of layers, from the lowest to the highest.
  package enum Kind: String, Hashable, Sendable {
    case fallback, systemStyle, group, configuration, stateValues, style, handler, transformer
    /// The state of a button, from its definition or from a press.
    case definition, press
  }

  package let kind: Kind
  /// The index, among the button's lanes, of the lane that set it.
  package let stage: Int?
  package let properties: PropertyList

  package init(_ kind: Kind, stage: Int? = nil, _ properties: PropertyList) {
    self.kind = kind
    self.stage = stage
    self.properties = properties
  }
}
