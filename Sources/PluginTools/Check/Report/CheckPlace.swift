/// The button that the plugin was asked about, or a place in a file.
package struct CheckPlace: Hashable, Sendable {
  package var style: String?
  package var handler: String?
  /// As `stateValues` spells it: `selected+highlighted`.
  package var state: String?
  /// The display, the role.
  package var traits: String?
  /// `outline = 10, seconds = true`.
  package var parameters: String?
  /// The state's keys, or the moment in the button's life.
  package var inputs: String?
  /// A place in a file: `styles[0].name`.
  package var path: String?

  package init(
    style: String? = nil, handler: String? = nil, state: String? = nil, traits: String? = nil,
    parameters: String? = nil, inputs: String? = nil, path: String? = nil
  ) {
    self.style = style
    self.handler = handler
    self.state = state
    self.traits = traits
    self.parameters = parameters
    self.inputs = inputs
    self.path = path
  }
}

extension CheckPlace: CustomStringConvertible {
  package var description: String {
    var parts: [String] = []
    if let path { parts.append(path) }
    if let style { parts.append("style '\(style)'") }
    if let handler { parts.append("handler '\(handler)'") }
    for part in [state, traits, parameters, inputs] {
      if let part { parts.append(part) }
    }
    return parts.joined(separator: ", ")
  }
}
