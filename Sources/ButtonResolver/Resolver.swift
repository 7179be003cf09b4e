package import ButtonModel
package import JSONRPC

/// Resolves buttons one after the other, reusing its scratch.
///
/// A pass lays the layers over each other in the order of the resolution: configuration, values for
/// the state, what plugins set. What nobody set then comes from the system style, transformers run
/// last, and the result is flattened. No pass writes to any of its layers.
package struct Resolver: Sendable {
  private(set) var scratch = PropertyScratch()

  package init() {}

  /// Resolves one button on one display and appends its appearance as a JSON object.
  package mutating func resolve(
    _ button: borrowing ResolverInput, traits: ResolvedTraits,
    into writer: inout JSONWriter
  ) {
    let appearance = resolveAppearance(button, traits: traits)
    writer.appearance(appearance, extensions: button.extensions)
  }

  /// Resolves one button on one display.
  package mutating func resolveAppearance(
    _ button: borrowing ResolverInput, traits: ResolvedTraits
  ) -> Appearance {
    scratch.reset()
    if let configuration = button.configuration { scratch.lay(configuration) }
    scratch.lay(button.stateValues, for: button.state)
    if button.configuration != nil { scratch.lay(button.pluginProperties) }
    return Appearance(scratch, button: button, traits: traits)
  }

  /// What the layers of the last pass set for a property, nil when nobody set it.
  package func value(of property: Property) -> PropertyValue? { scratch[property] }
}
