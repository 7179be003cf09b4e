/// The languages for which there are templates.
package enum PluginLanguage: String, Hashable, Sendable, CaseIterable {
  case c, swift, rust
}
