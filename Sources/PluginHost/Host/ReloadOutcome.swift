/// What became of a request to read a plugin's files again.
package enum ReloadOutcome: Hashable, Sendable {
  /// The new files are in force.
  case replaced
  /// The files are those that are in force.
  case unchanged
  /// The new files cannot be used, and why; the old version stays in force.
  case refused(String)
}
