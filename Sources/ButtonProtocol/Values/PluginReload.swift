package enum PluginReload: Hashable, Sendable {
  case replaced
  case unchanged
  /// Unusable, and why; the files before stay in force.
  case refused(String)
}
