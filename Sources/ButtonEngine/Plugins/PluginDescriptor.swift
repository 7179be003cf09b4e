package import ButtonModel

/// What a plugin offers, from its manifest.
package struct PluginDescriptor: Hashable, Sendable {
  /// The reverse-DNS id.
  package var id: String
  /// The short name that definitions may use instead of the id; nil if another plugin has it.
  package var shortName: String?
  package var version: String
  package var path: String
  package var license: String
  package var description: String
  package var styles: [EntryDescriptor]
  package var handlers: [EntryDescriptor]
  /// The patterns of the keys that its code may read, for example `state.checkout.*`.
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
  /// The short name or, without one, the id.
  package var name: String { shortName ?? id }
}
