package import ButtonModel
package import JSONRPC

/// Resolves buttons one after the other, reusing its scratch.
///
/// A pass lays the layers over each other: group, configuration, values for the state, plugins. The
/// system style then fills in unset properties, transformers run last, and the result is flattened.
/// A pass never writes to its layers.
package struct Resolver: Sendable {
  private(set) var scratch = PropertyScratch()

  package init() {}

  /// Appends the appearance as a JSON object.
  package mutating func resolve(
    _ button: borrowing ResolverInput, traits: ResolvedTraits, into writer: inout JSONWriter
  ) {
    resolve(
      button.condition, configuration: button.configuration, stateValues: button.stateValues,
      pluginProperties: button.pluginProperties, group: button.group, traits: traits,
      into: &writer)
  }

  /// The same without building an input, so that nothing is copied.
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

  /// Returns the value from the layers of the last pass; nil if nobody set it.
  package func value(of property: Property) -> PropertyValue? { scratch[property] }
}
