/// What the plugin host adds to a plugin's status.
package struct PluginDetail: Hashable, Sendable {
  /// The phase of a plugin whose folder has gone.
  package static let gone = "gone"
  static let phases = [
    "discovered", "verified", "spawning", "ready", "busy", "stopping", "dying", "backoff",
    "quarantined", "failed", "disabled", "stopped", gone,
  ]

  /// Where the worker is in its life.
  package var phase: String
  /// SHA-256 of the files in force.
  package var hash: String?
  /// Why these files are quarantined; nil if they are not.
  package var quarantine: String?
  /// When the worker restarts, in milliseconds since 1970; nil if no restart is due.
  package var retryAt: Int?
  /// Buttons that are not tried any more because the worker died on them.
  package var poisoned: Int
  package var sandbox: SandboxListing?

  package init(
    phase: String, hash: String? = nil, quarantine: String? = nil, retryAt: Int? = nil,
    poisoned: Int = 0, sandbox: SandboxListing? = nil
  ) {
    self.phase = phase
    self.hash = hash
    self.quarantine = quarantine
    self.retryAt = retryAt
    self.poisoned = poisoned
    self.sandbox = sandbox
  }
}
