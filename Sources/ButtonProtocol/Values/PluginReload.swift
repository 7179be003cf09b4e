/// What became of a plugin's files that were read again.
package enum PluginReload: Hashable, Sendable {
  /// They are in force.
  case replaced
  /// They were in force before.
  case unchanged
  /// They cannot be used, and why; those before stay in force.
  case refused(String)
}
