/// How much of a sandbox a worker must be in before it loads its plugin.
package enum SandboxMode: String, Hashable, Sendable, WireName {
  /// None: for debuggers and profilers.
  case off
  /// As much as the kernel has; what is missing is reported.
  case bestEffort = "best-effort"
  /// The worker refuses to load a plugin without Landlock or seccomp.
  case strict
}

extension SandboxMode {
  /// The number that stands for the mode on the worker channel.
  package var code: UInt8 {
    switch self {
    case .off: 0
    case .bestEffort: 1
    case .strict: 2
    }
  }

  /// The mode with a number, nil when there is none.
  package init?(code: UInt8) {
    guard let mode = SandboxMode.allCases.first(where: { $0.code == code }) else { return nil }
    self = mode
  }
}
