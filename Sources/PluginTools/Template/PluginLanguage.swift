package enum PluginLanguage: String, Hashable, Sendable, CaseIterable {
  case c, swift, rust
}
