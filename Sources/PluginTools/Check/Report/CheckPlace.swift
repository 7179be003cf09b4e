/// Where something was found: the button the plugin was asked about, or a place in a file.
package struct CheckPlace: Hashable, Sendable {
  /// The style's or the handler's name in the manifest.
  package var style: String?
  package var handler: String?
  /// The button's state as `stateValues` spells it: `selected+highlighted`.
  package var state: String?
  /// What else was asked for: the display, the role.
  package var traits: String?
  /// The arguments, `outline = 10, seconds = true`.
  package var parameters: String?
  /// What the state's keys were, or when in the button's life it was.
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
