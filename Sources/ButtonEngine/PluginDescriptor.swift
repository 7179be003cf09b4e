package import ButtonModel

/// What a plugin offers, from its manifest.
package struct PluginDescriptor: Hashable, Sendable {
  /// The reverse-DNS id.
  package var id: String
  /// The name that may stand for the id; nil when another plugin has it.
  package var shortName: String?
  package var version: String
  package var path: String
  package var license: String
  package var description: String
  package var styles: [EntryDescriptor]
  package var handlers: [EntryDescriptor]
  /// Patterns of what its code may read, for example `state.checkout.*`.
  package var reads: [String]

  package init(
    id: String, shortName: String?, version: String = "", path: String = "",
    license: String = "", description: String = "", styles: [EntryDescriptor] = [],
    handlers: [EntryDescriptor] = [], reads: [String] = []
  ) {
    self.id = id
    self.shortName = shortName
    self.version = version
    self.path = path
    self.license = license
    self.description = description
    self.styles = styles
    self.handlers = handlers
    self.reads = reads
  }
}

extension PluginDescriptor {
  /// The shortest name that stands for the plugin.
  package var name: String { shortName ?? id }
}

/// One style or update handler of a plugin.
package struct EntryDescriptor: Hashable, Sendable {
  package var name: String
  package var title: String
  package var documentation: String
  package var parameters: [ParameterDescriptor]
  /// The system style that fills what a style leaves open.
  package var base: SystemStyle

  package init(
    name: String, title: String = "", documentation: String = "",
    parameters: [ParameterDescriptor] = [], base: SystemStyle = .plain
  ) {
    self.name = name
    self.title = title
    self.documentation = documentation
    self.parameters = parameters
    self.base = base
  }
}

/// One argument that a style or handler takes.
package struct ParameterDescriptor: Hashable, Sendable {
  /// What an argument may be.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case bool, int, number, string, color, any
  }

  package var name: String
  package var kind: Kind
  package var defaultValue: StateValue?
  package var minimum: Double?
  package var maximum: Double?
  /// The texts allowed; empty: any.
  package var values: [String]
  package var documentation: String

  package init(
    name: String, kind: Kind, defaultValue: StateValue? = nil, minimum: Double? = nil,
    maximum: Double? = nil, values: [String] = [], documentation: String = ""
  ) {
    self.name = name
    self.kind = kind
    self.defaultValue = defaultValue
    self.minimum = minimum
    self.maximum = maximum
    self.values = values
    self.documentation = documentation
  }
}
