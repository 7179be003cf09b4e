package import ButtonModel

/// What a plugin offers, from its manifest.
package struct PluginDescriptor: Hashable, Sendable {
  /// Reverse-DNS.
  package var id: String
  /// Definitions may use it instead of the id; nil if another plugin has it.
  package var shortName: String?
  package var version: String
  package var path: String
  package var license: String
  package var description: String
  package var styles: [EntryDescriptor]
  package var handlers: [EntryDescriptor]
  /// Patterns of the keys that its code may read, for example `state.checkout.*`.
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
  package var name: String { shortName ?? id }
}
