/// What the plugin host knows of a plugin's worker beyond how it is doing.
package struct PluginDetail: Hashable, Sendable {
  /// The phase of a plugin whose folder is not there any more.
  package static let gone = "gone"
  /// All phases.
  static let phases = [
    "discovered", "verified", "spawning", "ready", "busy", "stopping", "dying", "backoff",
    "quarantined", "failed", "disabled", "stopped", gone,
  ]

  /// Where its worker is in its life; `gone` where there is none to be.
  package var phase: String
  /// The SHA-256 of the files in force.
  package var hash: String?
  /// Why these files are quarantined, while they are.
  package var quarantine: String?
  /// When the worker is started again, in milliseconds since 1970; nil when nothing is waited for.
  package var retryAt: Int?
  /// Buttons that are not tried any more, because the worker died on them.
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
