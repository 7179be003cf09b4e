package import ButtonModel

/// One layer of the resolution order, with what it sets.
package struct LookLayer: Sendable {
  /// What a layer is, from the lowest to the highest.
  package enum Kind: String, Hashable, Sendable {
    case fallback, systemStyle, group, configuration, stateValues, style, handler, transformer
    /// What a button is doing: said by its definition, or by a press.
    case definition, press
  }

  package let kind: Kind
  /// The place, among the lanes that the button passes, of the one that set it.
  package let stage: Int?
  package let properties: PropertyList

  package init(_ kind: Kind, stage: Int? = nil, _ properties: PropertyList) {
    self.kind = kind
    self.stage = stage
    self.properties = properties
  }
}
