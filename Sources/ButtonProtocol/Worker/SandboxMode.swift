/// How much of a sandbox a worker must be in before it loads its plugin.
package enum SandboxMode: UInt8, Hashable, Sendable, CaseIterable {
  /// None: for debuggers and profilers.
  case off
  /// As much as the kernel has; what is missing is reported.
  case bestEffort
  /// The worker refuses to load a plugin without Landlock or seccomp.
  case strict

  /// The name in the configuration.
  package var name: String {
    switch self {
    case .off: "off"
    case .bestEffort: "best-effort"
    case .strict: "strict"
    }
  }

  /// The mode with a name, nil when there is none.
  package init?(name: String) {
    guard let mode = SandboxMode.allCases.first(where: { $0.name == name }) else { return nil }
    self = mode
  }
}
