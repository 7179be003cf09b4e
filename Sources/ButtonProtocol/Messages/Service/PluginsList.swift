/// Asks which plugins there are and how they are doing.
package struct PluginsListRequest: Request, Hashable {
  package typealias Response = PluginsListResponse
  package static let method = Method(
    "plugins.list", for: .admin, "The plugins and how they are doing.")

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {}
}

/// The plugins and how they are doing.
package struct PluginsListResponse: Message, Hashable {
  package var plugins: [PluginListing] = []

  package init() {}

  package init(plugins: [PluginListing]) { self.plugins = plugins }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("plugins", &plugins)
  }
}
