package import ButtonModel
package import JSONRPC

/// Resolves buttons one after the other, reusing its scratch.
///
/// A pass lays the layers over each other in the order of the resolution: what the group says,
/// configuration, values for the state, what plugins set. Unset properties then come from the system style, transformers run
/// last, and the result is flattened. No pass writes to any of its layers.
package struct Resolver: Sendable {
  private(set) var scratch = PropertyScratch()

  package init() {}

  /// Resolves one button on one display and appends its appearance as a JSON object.
  package mutating func resolve(
    _ button: borrowing ResolverInput, traits: ResolvedTraits, into writer: inout JSONWriter
  ) {
    resolve(
      button.condition, configuration: button.configuration, stateValues: button.stateValues,
      pluginProperties: button.pluginProperties, group: button.group, traits: traits,
      into: &writer)
  }

  /// The same, with nothing put together, and so nothing copied, for it.
  package mutating func resolve(
    _ condition: ButtonCondition, configuration: PropertyList?, stateValues: StateValues,
    pluginProperties: PropertyList, group: PropertyList, traits: ResolvedTraits,
    into writer: inout JSONWriter
  ) {
    lay(group, configuration, stateValues, pluginProperties, condition.state)
    var look = Appearance()
    look.fill(scratch, of: condition, traits: traits)
    writer.appearance(look)
  }

  /// Resolves one button on one display.
  package mutating func resolveAppearance(
    _ button: borrowing ResolverInput, traits: ResolvedTraits
  ) -> Appearance {
    lay(
      button.group, button.configuration, button.stateValues, button.pluginProperties,
      button.condition.state)
    return Appearance(scratch, of: button.condition, traits: traits)
  }

  private mutating func lay(
    _ group: PropertyList, _ configuration: PropertyList?, _ stateValues: StateValues,
    _ pluginProperties: PropertyList, _ state: ControlState
  ) {
    scratch.reset()
    scratch.lay(group)
    if let configuration { scratch.lay(configuration) }
    scratch.lay(stateValues, for: state)
    if configuration != nil { scratch.lay(pluginProperties) }
  }

  /// What the layers of the last pass set for a property, nil when nobody set it.
  package func value(of property: Property) -> PropertyValue? { scratch[property] }
}
