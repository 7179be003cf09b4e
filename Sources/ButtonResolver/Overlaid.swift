package import ButtonModel

/// The configuration as a plugin sees it: the stored one under the values for a state.
package func overlaid(
  configuration: PropertyList?, stateValues: StateValues, state: ControlState
) -> PropertyList {
  var list = configuration ?? PropertyList()
  if !stateValues.entries.isEmpty { list.overlay(stateValues.layer(for: state)) }
  return list
}
