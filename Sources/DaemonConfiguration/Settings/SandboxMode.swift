import ButtonProtocol

/// How plugins' workers are shut in.
package enum SandboxMode: String, Hashable, Sendable, WireName {
  /// With everything that this system has.
  case on
  /// With everything there is; without it plugins do not run.
  case strict
  /// Not at all.
  case off
}
