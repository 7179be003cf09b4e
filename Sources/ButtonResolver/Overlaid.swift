package import ButtonModel

/// The configuration as a plugin sees it: over the group's properties, under values for a state.
package func overlaid(
  group: PropertyList = PropertyList(), configuration: PropertyList?, stateValues: StateValues,
  state: ControlState
) -> PropertyList {
  var list = group
  if let configuration { list.overlay(configuration) }
  if !stateValues.entries.isEmpty { list.overlay(stateValues.layer(for: state)) }
  return list
}
