/// One style or update handler that a plugin offers.
package struct EntryDescriptor: Hashable, Sendable {
  /// The second half of `outline/outline`.
  package var name: String
  package var title: String
  package var documentation: String
  package var parameters: [ParameterDescriptor]
  /// Provides what the style does not set, and replaces it as a fallback.
  package var base: SystemStyle
  /// Only what the style sets is drawn; the base is just the fallback.
  package var isBare: Bool
  /// The style decides what a press is, and receives pointer events for that.
  package var isPrimitive: Bool

  package init(
    name: String, title: String = "", documentation: String = "",
    parameters: [ParameterDescriptor] = [], base: SystemStyle = .plain, isBare: Bool = false,
    isPrimitive: Bool = false
  ) {
    self.name = name
    self.title = title
    self.documentation = documentation
    self.parameters = parameters
    self.base = base
    self.isBare = isBare
    self.isPrimitive = isPrimitive
  }
}

/// One argument that a style or handler takes.
package struct ParameterDescriptor: Hashable, Sendable {
  package var name: String
  package var kind: ParameterKind
  package var documentation: String
  /// The value if a button gives none; nil for no default.
  package var defaultValue: StateValue?
  /// Examples for a parameter that also accepts other values.
  package var examples: [StateValue]

  package init(
    name: String, kind: ParameterKind, documentation: String = "",
    defaultValue: StateValue? = nil, examples: [StateValue] = []
  ) {
    self.name = name
    self.kind = kind
    self.documentation = documentation
    self.defaultValue = defaultValue
    self.examples = examples
  }
}
