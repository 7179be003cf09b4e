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

/// Where a plugin's worker stands, in the words of the protocol.
package enum PluginState: String, Hashable, Sendable {
  case starting, running, restarting, quarantined, failed, disabled
}

/// How a plugin's worker is doing.
package struct PluginStatus: Hashable, Sendable {
  package var state: PluginState
  package var pid: Int32?
  /// Times the worker was started again.
  package var restarts: Int
  package var lastError: String?

  package init(
    state: PluginState, pid: Int32? = nil, restarts: Int = 0, lastError: String? = nil
  ) {
    self.state = state
    self.pid = pid
    self.restarts = restarts
    self.lastError = lastError
  }
}
